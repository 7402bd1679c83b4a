"""A session thinks on the opponent's time, and what it finds counts."""

import threading
from functools import partial

import pytest

import counterplay as cp
from counterplay import session as module
from counterplay.engine.ponder import Ponder


@pytest.fixture
def session():
    with cp.Session("connect_four", memory=4) as opened:
        yield opened


def moved(session, text="44"):
    return session.move(text, cp.Limit(depth=6))


def reply(found):
    """The position after the move and the expected reply."""
    return found.position.play(found.line[0]).play(found.line[1])


def test_the_expected_reply_is_answered_at_once_if_pondering_took_long_enough(session):
    found = moved(session)
    assert session.ponder(found)
    session._pondering.began -= 600
    answer = session.move(reply(found), cp.Limit(time=600))
    assert answer.move in reply(found).legal_moves and answer.position.text == reply(found).text


def test_the_time_of_pondering_is_part_of_the_limit(session, monkeypatch):
    left = []

    def hit(pondering, limit, stop=None):
        left.append(limit.share)
        return Ponder.hit(pondering, cp.Limit(time=0.05), stop)

    found = moved(session)
    session.ponder(found)
    session._pondering.began -= 300
    monkeypatch.setattr(session._pondering, "hit", partial(hit, session._pondering))
    answer = session.move(reply(found), cp.Limit(time=600))
    assert 200 < left[0] < 300 and answer.position.text == reply(found).text


def test_another_reply_is_searched_as_if_nothing_had_been_pondered(session):
    found = moved(session)
    session.ponder(found)
    other = next(m for m in found.position.play(found.move).legal_moves if m != found.line[1])
    position = found.position.play(found.move).play(other)
    answer = session.move(position, cp.Limit(depth=5))
    assert answer.position.text == position.text and answer.depth == 5


def test_a_limit_of_depth_is_kept(session):
    found = moved(session)
    session.ponder(found)
    assert session.move(reply(found), cp.Limit(depth=5)).depth == 5


def test_any_other_question_ends_it(session):
    for ask in (
        lambda: session.analyse("1", cp.Limit(depth=3)),
        lambda: session.new_game(),
        lambda: session.use_engine("uct"),
        lambda: session.close(),
    ):
        if session.method == "alphabeta":
            session.ponder(moved(session))
        ask()
        assert not [t for t in threading.enumerate() if t.name == "counterplay-ponder"]


def test_a_stop_ends_a_hit(session):
    found, stop = moved(session), threading.Event()
    session.ponder(found)
    stop.set()
    assert session.move(reply(found), cp.Limit(time=600), stop=stop).move in range(7)


def test_it_ends_by_itself(session, monkeypatch):
    monkeypatch.setattr(module, "PONDER_SECONDS", 0.05)
    session.ponder(moved(session))
    thread = next(t for t in threading.enumerate() if t.name == "counterplay-ponder")
    thread.join(5)
    assert not thread.is_alive()


def test_there_is_nothing_to_ponder_without_an_expected_reply_or_before_dice(session):
    last = session.move("1212121"[:-1], cp.Limit(depth=2))  # wins at once
    assert not session.ponder(last)
    with cp.Session("pig") as dice:
        assert not dice.ponder(dice.move(None, cp.Limit(depth=2)))
