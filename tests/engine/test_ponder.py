"""Thinking on the opponent's time, and on a clock of one's own."""

import threading
import time

import pytest

import counterplay as cp
from counterplay.engine.alphabeta.answers import Line
from counterplay.engine.alphabeta.time_management import TimeManager


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("connect_four")


def test_a_hit_goes_on_with_what_was_found_while_waiting(game: cp.Game) -> None:
    player, position = cp.make_engine(game), game.position("4")
    pondering = cp.Ponder(player, position)
    time.sleep(0.3)
    found = pondering.hit(cp.Limit(time=0.05))
    assert found.move in position.legal_moves
    assert found.seconds >= 0.3
    with pytest.raises(cp.InputError, match="start a new one"):
        pondering.hit(cp.Limit())


def test_a_miss_stops_at_once_and_leaves_the_engine_usable(game: cp.Game) -> None:
    player = cp.make_engine(game)
    pondering = cp.Ponder(player, game.position("4"))
    pondering.miss()
    pondering.miss()
    found = player.search(game.position("1"), cp.Limit(depth=4))
    assert found.move in game.position("1").legal_moves


def test_there_is_nothing_to_ponder_about_an_ended_game(game: cp.Game) -> None:
    with pytest.raises(cp.InputError, match="the game is over"):
        cp.Ponder(cp.make_engine(game), game.position("1212121"))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_at_any_moment_leaves_a_legal_move(game: cp.Game, threads: int) -> None:
    player, position = cp.make_engine(game, threads=threads), game.position("4453")
    for delay in (0, 0.001, 0.003, 0.01, 0.03):
        stop = threading.Event()
        timer = threading.Timer(delay, stop.set)
        timer.start()
        found = player.search(position, cp.Limit(depth=40), stop)
        timer.join()
        assert found.move in position.legal_moves
        assert all(move in range(7) for move in found.line)


def test_a_stopped_exact_search_claims_nothing_it_has_not_proved(game: cp.Game) -> None:
    found = cp.search(game, exact=True, time=0.05)
    assert found.move in game.position().legal_moves
    assert found.kind == "estimate"
    assert found.outcome is None


def test_a_clock_is_portioned_out() -> None:
    sudden = cp.Limit(clock=54)
    assert sudden.share == pytest.approx(3)
    assert (sudden.enough, sudden.seconds) == pytest.approx((1.5, 12))
    last = cp.Limit(clock=0.5, moves_to_go=1)
    assert last.seconds is not None
    assert last.seconds < 0.5
    assert cp.Limit(clock=10, increment=10).seconds == pytest.approx(8)
    with pytest.raises(cp.InputError, match="need a clock: give clock=SECONDS"):
        cp.Limit(increment=1)


def test_searches_that_agree_take_less_time_and_a_fallen_value_takes_more() -> None:
    doubt = TimeManager(margin=50)
    first = doubt.share(Line(20, (3, 4)))
    agreed = [doubt.share(Line(20, (3, n))) for n in range(10)]
    assert first > agreed[0] > agreed[3] > agreed[-1] == agreed[-2]
    assert doubt.share(Line(-40, (3,))) > agreed[-1]
    assert doubt.share(Line(-40, (5,))) == first


def test_a_forced_move_is_made_at_once() -> None:
    game = cp.load("chess")
    position = game.position("6k1/5ppp/8/8/8/8/1q3PPP/K7 w - - 0 1")
    assert len(position.legal_moves) == 1 and not position.play(position.legal_moves[0]).is_over
    assert cp.search(game, position, clock=3600).seconds < 20  # of 80 that any other move takes


def test_a_search_keeps_within_its_clock(game: cp.Game) -> None:
    started = time.perf_counter()
    cp.search(game, clock=1.0)
    assert time.perf_counter() - started < 5  # a busy machine, not a wrong clock
