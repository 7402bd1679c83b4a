"""Every exact algorithm of the catalogue gives minimax's value, and a move of that value."""

import inspect
from functools import cache
from pathlib import Path

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook import ALGORITHMS
from counterplay.textbook.catalogue import Algorithm

PAGES = Path(__file__).parents[2] / "docs" / "algorithms"
EXACT = [a for a in ALGORITHMS.values() if a.exact]


FEW, MANY = 300, 5000  # trees: in the quick suite and in the slow one


@cache
def trees(count: int = FEW) -> list[Tree]:
    return random_trees(count, seed=2026)


def options(algorithm: Algorithm) -> dict[str, int]:
    """Star needs to know between what numbers the payoffs lie."""
    wide = {"lower": -1000, "upper": 1000}
    return wide if algorithm.name == "star" else {}


@pytest.mark.parametrize("count", [FEW, MANY])
def test_every_exact_algorithm_decides_as_minimax_does(count: int) -> None:
    for tree in trees(count):
        value, best = backed_up(tree, 0, tree.player(0)), best_moves(tree, 0)
        for algorithm in EXACT:
            decision = algorithm.function(tree, 0, **options(algorithm))
            assert decision.value == value, algorithm.name
            assert decision.move in best, algorithm.name


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda algorithm: algorithm.name)
def test_an_algorithm_has_a_file_a_page_and_a_reason(algorithm: Algorithm) -> None:
    module = inspect.getmodule(algorithm.function)
    assert module is not None
    assert inspect.getsource(module).count("\n") < 150
    assert (PAGES / f"{algorithm.name}.md").is_file()
    assert algorithm.about


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda algorithm: algorithm.name)
def test_an_ended_game_is_refused(algorithm: Algorithm) -> None:
    tree = trees()[0]
    end = next(s for s in range(len(tree.moves)) if tree.terminal(s))
    with pytest.raises(ValueError, match="the game is over here"):
        algorithm.function(tree, end, **options(algorithm))
