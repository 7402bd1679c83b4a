"""A beam looks at the most promising moves only, and may therefore miss the best one."""

import pytest
from trees import Tree, backed_up, best_moves, random_trees

from counterplay.textbook.beam import beam
from counterplay.textbook.minimax import minimax

# The sacrifice looks worst and is the only move that wins.
SACRIFICE = Tree(
    [
        {"guess": 2, "children": [1, 2]},
        {"guess": 1, "children": [0, 3]},
        {"guess": -5, "children": [9, 10]},
    ]
)


def test_a_narrow_beam_misses_the_sacrifice() -> None:
    found = beam(SACRIFICE, 0, evaluate=SACRIFICE.evaluate, width=2)
    assert (found.move, found.value) == (0, 1)
    found = beam(SACRIFICE, 0, evaluate=SACRIFICE.evaluate, width=3)
    assert (found.move, found.value) == (2, 9)


def test_what_is_outside_the_beam_is_pruned_and_says_so() -> None:
    found = beam(SACRIFICE, 0, evaluate=SACRIFICE.evaluate, width=2, trace=True)
    notes = {v.path: v.note for v in found.trace if v.event == "prune"}
    assert notes[2,] == "outside the beam of 2"
    assert found.pruned == len(notes)


def reference(tree: Tree, s: int, p: int, depth: int, width: int) -> float:
    if tree.terminal(s):
        return tree.utility(s, p)
    if depth == 0:
        return tree.evaluate(s, p)
    children = [tree.result(s, a) for a in tree.actions(s)]
    sign = -1 if tree.player(s) == p else 1
    look = [tree.utility(c, p) if tree.terminal(c) else tree.evaluate(c, p) for c in children]
    chosen = sorted(range(len(children)), key=lambda i: sign * look[i])[:width]
    values = [reference(tree, children[i], p, depth - 1, width) for i in chosen]
    return max(values) if sign < 0 else min(values)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_it_is_what_the_reference_backs_up(width: int) -> None:
    missed = 0
    for tree in random_trees(700, seed=width):
        found = beam(tree, 0, depth=3, evaluate=tree.evaluate, width=width)
        assert found.value == reference(tree, 0, tree.player(0), 3, width)
        missed += found.value != backed_up(tree, 0, tree.player(0), 3)
    assert missed > 0


def test_as_wide_as_there_are_moves_it_is_exact() -> None:
    for tree in random_trees(1000, seed=4):
        found = beam(tree, 0, evaluate=tree.evaluate, width=4)
        assert found.value == minimax(tree, 0).value
        assert found.move in best_moves(tree, 0)


def test_a_beam_of_no_moves_is_refused() -> None:
    with pytest.raises(ValueError, match="width=0: search at least one move"):
        beam(SACRIFICE, 0, width=0)
