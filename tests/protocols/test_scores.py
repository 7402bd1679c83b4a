"""Scores of the protocols are in the unit of the game."""

from typing import Any

import pytest

import counterplay as cp
from counterplay.protocols.scores import show_score


def result(name: str, **fields: Any) -> cp.Result:
    position = cp.load(name).position()
    blank: dict[str, Any] = {
        "position": position, "move": 0, "value": 0, "values": (0, 0), "kind": "estimate",
        "outcome": None, "distance": None, "line": (), "depth": 1, "nodes": 1, "seconds": 0.1,
    }  # fmt: skip
    return cp.Result(**(blank | fields))


@pytest.mark.parametrize(
    ("name", "fields", "score"),
    [
        ("chess", {"value": 0.0035}, "cp 35"),
        ("breakthrough", {"value": 0.178449}, "cp 100"),
        ("connect_four", {"value": 1.2e-5}, "cp 12"),
        ("othello", {"value": 2.5}, "cp 250"),
        ("connect_four", {"value": 0.24, "method": "uct"}, "cp 24"),
        ("chess", {"value": 0.0035, "kind": "lower"}, "cp 35 lowerbound"),
        ("chess", {"outcome": "draw", "kind": "exact"}, "cp 0"),
        ("chess", {"value": 1, "outcome": "win", "distance": 5, "kind": "exact"}, "mate 3"),
    ],
)
def test_a_score_is_in_the_unit_of_the_game(name: str, fields: Any, score: str) -> None:
    assert show_score(result(name, **fields)) == score


def test_ugi_counts_a_mate_in_plies() -> None:
    lost = result("chess", value=-1, outcome="loss", distance=4, kind="exact")
    assert show_score(lost, 1) == "mate -4"
