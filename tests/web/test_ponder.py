"""The server's engine thinks on people's time, in the games that were moved in last."""

import threading

import pytest

import counterplay as cp
from counterplay.web.levels import FULL
from counterplay.web.workers import MOST_PONDERING, Workers


def pondering() -> int:
    return sum(t.name == "counterplay-ponder" and t.is_alive() for t in threading.enumerate())


@pytest.fixture
def workers():
    made = Workers(1, 1, ponder=True)
    yield made
    made.close()


GAME = cp.load("connect_four")


def move(workers, table, text="4"):
    position = GAME.position(text)
    return workers._move_and_ponder(position, cp.Limit(depth=6), table, threading.Event())


def test_each_game_has_a_session_of_its_own_that_ponders(workers):
    found = move(workers, "first")
    move(workers, "second")
    assert pondering() == 2
    session = workers._pondering["first"]
    position = found.position.play(found.line[0]).play(found.line[1])
    assert move(workers, "first", position.text).move in range(7)
    assert workers._pondering["first"] is session and pondering() == 2


def test_the_games_that_wait_longest_make_room(workers):
    for table in range(MOST_PONDERING + 2):
        move(workers, str(table))
    assert list(workers._pondering) == [str(n) for n in range(2, MOST_PONDERING + 2)]
    assert pondering() == MOST_PONDERING and len(workers._idle[GAME, FULL]) <= 1


def test_closing_the_server_ends_it(workers):
    move(workers, "first")
    workers.close()
    assert pondering() == 0
