"""Iterative deepening ends with the search it was asked for, or the deepest it could complete."""

import random
from ast import literal_eval

import pytest
from trees import Tree, backed_up, best_moves, random_tree, random_trees

from counterplay.textbook.deepening import deepening
from counterplay.textbook.minimax import minimax


def test_without_a_limit_it_ends_at_the_exact_value() -> None:
    for tree in random_trees(500, seed=1):
        found = deepening(tree, 0, evaluate=tree.evaluate)
        assert found.value == minimax(tree, 0).value
        assert found.move in best_moves(tree, 0)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_to_a_depth_it_is_what_the_reference_backs_up(depth: int) -> None:
    for tree in random_trees(500, seed=depth):
        found = deepening(tree, 0, depth=depth, evaluate=tree.evaluate)
        assert found.value == backed_up(tree, 0, tree.player(0), depth)
        assert found.move in best_moves(tree, 0, depth)


def test_each_search_tries_the_recorded_line_first() -> None:
    for tree in random_trees(300, seed=4):
        trace = deepening(tree, 0, evaluate=tree.evaluate, trace=True).trace
        roots = [i for i, v in enumerate(trace) if v.path == ()]
        for left, opened in zip(roots[1::2], roots[2::2], strict=False):
            line = literal_eval(trace[left].note.split("line ")[1])
            first_leaf = next(v for v in trace[opened:] if v.event == "leaf")
            assert first_leaf.path[: len(line)] == line


def test_the_notes_say_what_each_search_took() -> None:
    tree = Tree([[[1, 2], 3], [4, [5, 6]]])
    trace = deepening(tree, 0, trace=True).trace
    opened = [v.note for v in trace if v.path == () and v.event == "open"]
    left = [v.note for v in trace if v.path == () and v.event == "leave"]
    assert opened == ["search to depth 1", "search to depth 2", "search to depth 3"]
    assert [note.split(":")[0] for note in left] == ["depth 1", "depth 2", "depth 3"]
    assert left[0] == "depth 1: 3 nodes, line (0,)"


def test_it_stops_once_no_line_was_cut_off() -> None:
    trace = deepening(Tree([[1, 2], [3, 4]]), 0, depth=50, trace=True).trace
    assert len([v for v in trace if v.path == () and v.event == "open"]) == 2


def test_a_budget_gives_the_answer_of_the_deepest_completed_search() -> None:
    tree = Tree(random_tree(random.Random(1), 7, 3, early=0, again=0))
    work = [deepening(tree, 0, depth=d, evaluate=tree.evaluate) for d in range(1, 8)]
    for depth in range(1, 7):
        for nodes in (work[depth - 1].nodes + 1, work[depth].nodes - 1):
            found = deepening(tree, 0, evaluate=tree.evaluate, nodes=nodes)
            assert (found.move, found.value) == (work[depth - 1].move, work[depth - 1].value)
            assert found.nodes <= nodes


def test_the_first_search_is_completed_whatever_the_budget() -> None:
    tree = Tree([{"guess": g, "children": [0]} for g in (1, 5, 3)])
    for budget in ({"nodes": 0}, {"seconds": 0.0}):
        found = deepening(tree, 0, evaluate=tree.evaluate, **budget)  # type: ignore[arg-type]
        assert (found.move, found.value) == (1, 5)


def test_every_opened_node_is_left_even_when_the_budget_ends_the_search() -> None:
    tree = Tree(random_tree(random.Random(2), 6, 3, early=0))
    endings = set()
    for nodes in range(5, 60):
        trace = deepening(tree, 0, nodes=nodes, trace=True).trace
        events = [v.event for v in trace]
        assert events.count("open") == events.count("leave")
        endings.add(trace[-1].note)
    assert "the budget ran out during the search to depth 3" in endings


def test_it_costs_little_more_than_its_last_search() -> None:
    """On uniform trees of b moves about b/(b-1) times as much, and the order pays some back."""
    rng = random.Random(3)
    ratios = []
    for _ in range(20):
        tree = Tree(random_tree(rng, 6, 3, early=0, again=0, spread=100))
        trace = deepening(tree, 0, depth=6, evaluate=tree.evaluate, trace=True).trace
        took = [int(v.note.split()[2]) for v in trace if v.path == () and v.event == "leave"]
        ratios.append(sum(took) / took[-1])
    assert sum(ratios) / len(ratios) < 2.5
