"""Traces: a sentence where a game is too deep, and an algorithm that fits game and depth."""

from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.drawing.running import algorithm_for, algorithms_for
from counterplay.textbook.catalogue import ALGORITHMS

GAMES = Path(__file__).parents[1] / "data" / "games"
LONG = GAMES / "long_road.py"


@pytest.mark.parametrize("name", ["alphabeta", "minimax", "transposition", "mtdf", "dynamic"])
def test_a_game_of_hundreds_of_plies_gets_a_sentence(name: str) -> None:
    with pytest.raises(cp.InputError, match=r"too deep to draw: give a depth|too many to draw"):
        cp.trace(LONG, algorithm=name)


def test_a_depth_chooses_an_algorithm_that_takes_one() -> None:
    assert algorithm_for(cp.load("tic_tac_toe")).name == "alphabeta"
    assert algorithm_for(cp.load("tic_tac_toe"), None, 3).name == "ordered"
    assert cp.trace(LONG, depth=3).decision.nodes > 1


@pytest.mark.parametrize("depth", [None, 3])
@pytest.mark.parametrize(
    "tree", [[[1, 2], [3, 4]], {"chance": [[0.5, [1, 2]], [0.5, 3]]}, [{"payoffs": [1, 2, 3]}]]
)
def test_the_default_algorithm_fits_the_game(tree: Any, depth: int | None) -> None:
    game = cp.load("tree", tree=[tree] if isinstance(tree, dict) else tree)
    assert algorithm_for(game, None, depth).name in algorithms_for(game)
    assert cp.trace(game, depth=depth).steps


@pytest.mark.parametrize("name", [a.name for a in ALGORITHMS.values() if a.exact])
def test_a_refused_depth_names_algorithms_that_take_one(name: str) -> None:
    game = cp.load("tree", tree=[[{"payoffs": [1, 2, 3]}], {"payoffs": [3, 2, 1]}])
    try:
        cp.trace(game, algorithm=name, depth=2)
    except cp.InputError as error:
        named = str(error).rpartition(": ")[2].removeprefix("use ").split(", ")
        assert named == ["maxn"]


@pytest.mark.parametrize("call", [cp.trace, cp.compare])
def test_an_algorithm_in_the_place_of_the_position_is_told_where_it_belongs(call: Any) -> None:
    with pytest.raises(cp.InputError, match=r"algorithm, not a position: write .*'minimax'"):
        call("tree", "minimax")


def test_a_trace_is_written_in_print() -> None:
    shown = str(cp.trace("tree"))
    assert "Best is move 1, worth 3" in shown and "▼ MIN B" in shown
