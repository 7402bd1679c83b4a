"""Equities are measured by the stakes of the game at hand, as GNU Backgammon does."""

import pytest

import counterplay as cp
from counterplay.review.equity import equity_text, loss_text, scale_of, verdict


def result_of(position: cp.Position, value: float) -> cp.Result:
    return cp.Result(
        position=position, move=position.legal_moves[0], value=value, values=(value, -value),
        kind="estimate", outcome=None, distance=None, line=(), depth=1, nodes=1, seconds=0.0,
    )  # fmt: skip


def at_cube(position: cp.Position, cube: int) -> cp.Position:
    doublings = cube.bit_length() - 1
    state = position.state._replace(cube=doublings | 1 << 3)
    return position.game.position(position.game.show_position(state))


def test_a_money_equity_is_divided_by_the_cube() -> None:
    start = cp.load("backgammon", cube=True).position("startpos moves 31")
    position = at_cube(start, 4)
    assert scale_of(position, 0) == (-4, 4)
    assert equity_text(result_of(position, 0.5)) == "+0.125"
    assert verdict(result_of(position, 0.5)) == "+0.125"
    assert loss_text(position, 0.2) == "-0.050"


def test_a_match_equity_is_one_after_a_win_of_this_game() -> None:
    game = cp.load("backgammon", cube=True, match=7)
    position = game.position("startpos moves 31")
    scale = scale_of(position, 0)
    assert scale.equity(scale.won) == pytest.approx(1) and scale.equity(scale.lost) == -1
    assert scale.lost == pytest.approx(-scale.won)
    assert 0.05 < scale.won < 0.2  # one of seven points


def test_the_last_game_of_a_match_decides_it() -> None:
    game = cp.load("backgammon", cube=True, match=2)
    state = game.position("startpos moves 31").state._replace(score=1 | 1 << 8)
    position = game.position(game.show_position(state))
    assert scale_of(position, 0) == pytest.approx((-1, 1))


def test_stakes_of_the_two_players_are_opposite() -> None:
    game = cp.load("backgammon", cube=True, match=5)
    state = game.position("startpos moves 31").state._replace(score=2 | 1 << 8)
    position = game.position(game.show_position(state))
    mine, theirs = scale_of(position, 0), scale_of(position, 1)
    assert (mine.lost, mine.won) == pytest.approx((-theirs.won, -theirs.lost))


def test_other_games_keep_their_payoffs() -> None:
    position = cp.load("pig").position("0-0+10 first")
    assert equity_text(result_of(position, 0.2)) == "60.0 %"
    assert loss_text(position, 0.2) == "-10.0 %"
