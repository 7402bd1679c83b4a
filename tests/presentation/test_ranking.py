"""Ranked moves of games with dice."""

from __future__ import annotations

import pytest

import counterplay as cp
from counterplay.presentation.ranking import equity_text, is_ranked, loss_of, loss_text


def answer(game: cp.Game, value: float) -> cp.Result:
    position = game.position("startpos moves 31" if game.name == "backgammon" else None)
    return cp.Result(
        position=position, move=position.legal_moves[0], value=value, values=(value, -value),
        kind="estimate", outcome=None, distance=None, line=(), depth=1, nodes=1, seconds=0.0,
    )  # fmt: skip


def test_points_are_told_with_three_decimals() -> None:
    game = cp.load("backgammon")
    best, other = answer(game, 0.1234), answer(game, 0.0784)
    assert equity_text(best) == "+0.123"
    assert equity_text(answer(game, -0.5)) == "-0.500"
    assert loss_text(game.facts, loss_of(other, best)) == "-0.045"


def test_matches_are_told_as_a_winning_chance() -> None:
    game = cp.load("backgammon", match=3)
    best, other = answer(game, 0.04), answer(game, 0.0)
    assert (equity_text(best), equity_text(other)) == ("52.0 %", "50.0 %")
    assert loss_text(game.facts, loss_of(other, best)) == "-2.0 %"


def test_a_better_line_of_another_depth_loses_nothing() -> None:
    game = cp.load("backgammon")
    assert loss_of(answer(game, 0.2), answer(game, 0.1)) == 0


@pytest.mark.parametrize(
    ("name", "expected"), [("backgammon", True), ("pig", True), ("chess", False)]
)
def test_games_of_two_with_dice_are_ranked(name: str, expected: bool) -> None:
    assert is_ranked(cp.load(name).facts) is expected
