"""Evaluations as the page shows them: known results in words, estimates with one decimal."""

from dataclasses import replace
from typing import Any

import pytest

from counterplay.core.game.results import Result
from counterplay.games import load
from counterplay.web.results import evaluation_text, share


def result(name: str = "chess", **fields: Any) -> Result:
    """A result of a search at the start of a game."""
    position = load(name).position()
    values = tuple(0.0 for _ in range(position.game.facts.players))
    blank = Result(
        position=position, move=position.legal_moves[0], value=0.0, values=values, kind="estimate",
        outcome=None, distance=None, line=(), depth=1, nodes=1, seconds=0.1, method="alphabeta",
    )  # fmt: skip
    return replace(blank, **fields)


def pawns(count: float) -> float:
    """An evaluation of chess as a payoff."""
    return count * 100 / load("chess").facts.unit


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"kind": "exact", "outcome": "win", "distance": 5, "value": 1.0}, "win in 5 plies"),
        ({"kind": "exact", "outcome": "loss", "distance": 1, "value": -1.0}, "loss in 1 ply"),
        ({"kind": "exact", "outcome": "win", "value": 1.0}, "win"),
        ({"kind": "exact", "outcome": "draw", "distance": 9}, "draw"),
        ({"value": pawns(6.57)}, "+6.6"),
        ({"value": pawns(-0.31)}, "-0.3"),
        ({"value": pawns(-0.01)}, "+0.0"),
        ({"value": pawns(2), "kind": "lower"}, "≥ +2.0"),
        ({"value": 0.24, "method": "uct"}, "62 %"),
    ],
)
def test_an_evaluation_is_short(fields: dict[str, Any], text: str) -> None:
    assert evaluation_text(result(**fields)) == text


def test_points_are_shown_for_each_player() -> None:
    exact = {"kind": "exact", "outcome": "win"}
    known = result("othello", values=(37.0, 27.0), **exact)
    assert evaluation_text(known) == "win: Black 37, White 27"
    assert evaluation_text(result("othello", values=(2.04, -2.04))) == "Black 2.0, White -2.0"


def test_a_game_without_an_evaluator_is_undecided() -> None:
    assert evaluation_text(result("tic_tac_toe")) == "undecided"


def test_the_share_of_the_first_player_grows_with_its_evaluation() -> None:
    shares = [share(result(values=(pawns(n), -pawns(n)))) for n in (-4, -1, 0, 1, 4)]
    assert shares == sorted(shares)
    assert shares[2] == 0.5
    assert shares[4] == pytest.approx(10 / 11)
