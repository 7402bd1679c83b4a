"""Backgammon's network judges openings as GNU Backgammon does."""

import json
from pathlib import Path

import pytest

import counterplay as cp

OPENINGS = json.loads((Path(__file__).parent / "openings.json").read_text(encoding="utf-8"))
EQUITIES: dict[str, dict[str, float]] = OPENINGS["equities"]


def equity(game: cp.Game, roll: str, play: str) -> float:
    position = game.position(f"startpos moves {roll}")
    return game.evaluate_for(position.play(play).state, position.turn) / game.facts.unit


@pytest.mark.parametrize("roll", EQUITIES)
def test_opening_plays_have_the_equities_of_gnu_backgammon(roll: str) -> None:
    game = cp.load("backgammon")
    for play, published in EQUITIES[roll].items():
        assert equity(game, roll, play) == pytest.approx(published, abs=0.05), play


def test_it_plays_the_openings_that_people_play() -> None:
    """The best play by the network costs at most a few hundredths by GNU Backgammon."""
    game, lost = cp.load("backgammon"), []
    for roll, published in EQUITIES.items():
        best = max(published, key=lambda play: equity(game, roll, play))
        lost.append(max(published.values()) - published[best])
    assert max(lost) < 0.03
    assert sum(lost) / len(lost) < 0.004


def test_the_chances_of_the_start_are_those_of_an_even_game() -> None:
    game = cp.load("backgammon")
    chances = game.chances(game.position("4HPwATDgc/ABMA").state)
    assert chances is not None
    _, no_lost_gammon, win, gammon, backgammon = chances
    # GNU Backgammon at 2 plies: 52.5 % wins for the player on roll, 14.9 % gammons, 0.7 %
    # backgammons, 12.5 % lost gammons.
    assert (win, gammon, backgammon) == pytest.approx((0.525, 0.149, 0.007), abs=0.02)
    assert 1 - no_lost_gammon == pytest.approx(0.125, abs=0.02)
