"""The public surface is one file; a name is added or removed here on purpose."""

from importlib import import_module
from pathlib import Path

import pytest

import counterplay as cp
from counterplay import RENAMED


def test_the_public_names_are_these() -> None:
    assert sorted(cp.__all__) == [
        "CHANCE",
        "Cards",
        "CounterplayError",
        "Engine",
        "Evaluator",
        "Facts",
        "Game",
        "GameError",
        "Grid",
        "InputError",
        "Limit",
        "OpeningBook",
        "Plan",
        "Points",
        "Ponder",
        "Position",
        "ProbeTables",
        "Result",
        "SIMULTANEOUS",
        "Session",
        "Solution",
        "Stacks",
        "Strategy",
        "Tablebase",
        "UnfitError",
        "__version__",
        "bits",
        "build_tablebase",
        "check",
        "compare",
        "double_dummy",
        "double_dummy_table",
        "equilibrium",
        "equity",
        "hash",
        "load",
        "load_evaluator",
        "make_engine",
        "opponent_model",
        "parameter",
        "perft",
        "plan",
        "respond",
        "rollout",
        "search",
        "search_many",
        "setting",
        "solve",
        "solve_river",
        "textbook",
        "trace",
    ]


def test_every_public_name_is_there() -> None:
    assert all(hasattr(cp, name) for name in cp.__all__)


def test_every_algorithm_of_the_catalogue_is_public() -> None:
    for name, algorithm in cp.textbook.ALGORITHMS.items():
        assert getattr(cp.textbook, name) is algorithm.function
        assert name in cp.textbook.__all__


def test_dir_lists_the_public_names() -> None:
    assert dir(cp) == sorted(cp.__all__)


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_a_public_name_of_before_goes_on_working(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"cp.{old} is now called cp.{new}"):
        assert getattr(cp, old) is getattr(cp, new)


def test_no_folder_has_the_name_of_a_public_function() -> None:
    package = Path(cp.__file__).parent
    folders = {path.name for path in package.iterdir() if path.is_dir()}
    public = {name for name in cp.__all__ if callable(getattr(cp, name))}
    assert not folders & public
    assert import_module("counterplay.engine.uct").__name__ == "counterplay.engine.uct"
