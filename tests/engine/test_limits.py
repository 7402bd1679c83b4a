"""Limits are kept: nodes, depth, time and a stop; the same limit gives the same answer."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp

GAMES = Path(__file__).parents[1] / "data" / "games"
OPEN = "445352"  # Connect Four, far from decided


def connect_four() -> cp.Position:
    return cp.load("connect_four").position(OPEN)


def answer(found: cp.Result) -> tuple[Any, ...]:
    """All of a result but the clock."""
    return (found.move, found.values, found.kind, found.outcome, found.distance, found.line,
            found.depth, found.nodes)  # fmt: skip


# Nodes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 100, 1000, 12_345])
def test_a_node_limit_is_kept(nodes: int) -> None:
    position = connect_four()
    found = cp.search(position.game, position, nodes=nodes, memory=1)
    assert nodes <= found.nodes <= nodes + 1
    assert found.move in position.legal_moves
    assert found.kind == "estimate"


@pytest.mark.parametrize("nodes", [1, 2, 3, 10, 100])
@pytest.mark.parametrize(
    "tree",
    [list(range(1000)), [list(range(50)), list(range(50)), list(range(50))], [[1], [2, 3], [4]]],
    ids=["one wide node", "wide nodes", "narrow nodes"],
)
def test_ends_count_against_a_node_limit(tree: Any, nodes: int) -> None:
    game = cp.load("tree", tree=tree)
    assert cp.search(game, nodes=nodes, memory=1).nodes <= nodes + 1


@pytest.mark.parametrize("nodes", [1, 10, 100])
def test_ends_count_against_a_node_limit_of_maxn(nodes: int) -> None:
    game = cp.load("tree", tree=[{"payoffs": [i, 0, 0]} for i in range(500)])
    assert cp.search(game, nodes=nodes).nodes <= nodes + 1


@pytest.mark.parametrize("limit", [{"nodes": 1}, {"nodes": 777}, {"nodes": 30_000}, {"depth": 9}])
def test_a_limit_gives_the_same_answer_every_time(limit: dict[str, int]) -> None:
    position = connect_four()
    first = cp.search(position.game, position, **limit)
    assert answer(cp.search(position.game, position, **limit)) == answer(first)
    assert answer(cp.search(cp.load("connect_four"), OPEN, **limit)) == answer(first)


def test_a_loss_is_not_called_exact_before_every_move_was_looked_at() -> None:
    """The first move loses in two; the second draws, but the nodes run out before it."""
    tree = [0, [[1, [-1, 0]], [1, [0]]]]
    game = cp.load(GAMES / "won_tree.py", tree=tree)
    for nodes in range(1, 12):
        found = cp.search(game, nodes=nodes, memory=1)
        assert found.outcome in (None, "draw"), nodes


# Depth --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 5, 8])
def test_a_depth_limit_is_kept(depth: int) -> None:
    position = connect_four()
    found = cp.search(position.game, position, depth=depth, memory=1)
    assert found.depth == depth == len(found.line)
    assert (found.kind, found.outcome, found.distance) == ("estimate", None, None)


def test_a_search_ends_by_itself_when_all_is_known() -> None:
    game = cp.load("tic_tac_toe")
    found = cp.search(game, depth=200)
    assert (found.depth, found.kind, found.outcome, found.distance) == (9, "exact", "draw", 9)
    assert cp.search(game, "xx./oo./...", time=60).seconds < 10


# Time and stop ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.001, 0.1, 0.5])
def test_a_time_limit_is_kept(seconds: float) -> None:
    position = connect_four()
    cp.search(position.game, position, nodes=1)  # compile beforehand
    started, busy = time.perf_counter(), time.process_time()
    found = cp.search(position.game, position, time=seconds)
    took, busy = time.perf_counter() - started, time.process_time() - busy
    assert seconds <= took
    assert busy < seconds + 0.5
    assert found.seconds <= took
    assert found.move in position.legal_moves


def test_a_search_thinks_one_second_if_nothing_is_said() -> None:
    position = connect_four()
    cp.search(position.game, position, nodes=1)  # compile beforehand
    busy = time.process_time()
    found = cp.search(position.game, position)
    assert found.seconds > 0.9
    assert time.process_time() - busy < 1.5


def test_a_set_stop_ends_a_search_with_its_best_answer() -> None:
    position, stop = connect_four(), threading.Event()

    def report(found: cp.Result) -> None:
        if found.depth == 2:
            stop.set()

    found = cp.search(position.game, position, time=60, stop=stop, report=report)
    assert found.seconds < 5
    assert found.depth > 1
    assert found.move in position.legal_moves


def test_a_stop_that_was_set_before_still_gives_a_legal_move() -> None:
    position, stop = connect_four(), threading.Event()
    stop.set()
    found = cp.search(position.game, position, time=60, stop=stop)
    assert found.seconds < 5
    assert found.move in position.legal_moves


def test_maxn_keeps_time_and_stop_too() -> None:
    game = cp.load("dots_and_boxes", players=3)
    cp.search(game, nodes=1)
    busy = time.process_time()
    cp.search(game, time=0.2)
    assert time.process_time() - busy < 1.5
    stop = threading.Event()
    stop.set()
    assert cp.search(game, time=60, stop=stop).seconds < 5


# Reports ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["alphabeta", "maxn"])
def test_every_depth_is_reported_the_last_one_too(method: Any) -> None:
    reports: list[cp.Result] = []
    tree = [[3, [12, 8]], [[2, 4], 6], 1]
    game = cp.load("tree", tree=tree)
    found = cp.search(game, depth=9, method=method, report=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3]
    assert answer(reports[-1]) == answer(found)


def test_a_search_that_hits_its_depth_limit_reports_every_depth() -> None:
    reports: list[cp.Result] = []
    position = connect_four()
    cp.search(position.game, position, depth=6, report=reports.append)
    assert [report.depth for report in reports] == [1, 2, 3, 4, 5, 6]


def test_an_error_in_a_report_comes_out() -> None:
    def fail(_: cp.Result) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        cp.search(cp.load("connect_four"), depth=3, report=fail)


# What cannot be searched --------------------------------------------------------------------------


def test_an_ended_game_has_no_move_to_find() -> None:
    with pytest.raises(cp.InputError, match="over"):
        cp.search(cp.load("tree", tree=5))
    with pytest.raises(cp.InputError, match="over"):
        cp.search(cp.load("tic_tac_toe"), "xxx/oo./...")


def test_chance_has_no_move_to_find() -> None:
    with pytest.raises(cp.InputError, match="chance is to move"):
        cp.search(cp.load("tree", tree={"chance": [[0.5, 1], [0.5, 2]]}))


@pytest.mark.parametrize(
    "limit",
    [{"depth": 0}, {"nodes": 0}, {"time": 0}, {"time": -1.0}, {"time": float("nan")},
     {"depth": 1.5}, {"nodes": True}, {"memory": 0}, {"method": "guess"}],
)  # fmt: skip
def test_a_limit_that_makes_no_sense_is_refused(limit: dict[str, Any]) -> None:
    with pytest.raises(cp.InputError):
        cp.search(cp.load("tic_tac_toe"), **limit)


def test_a_position_of_another_game_is_refused() -> None:
    other = cp.load("connect_four", width=5, height=4).position("33")
    with pytest.raises(cp.InputError):
        cp.search(cp.load("connect_four"), other, depth=2)


def test_a_stopped_search_does_not_play_a_move_that_it_has_refuted() -> None:
    """Move 0 is a draw at the first depth and a loss below; then the limit strikes."""
    path = Path(__file__).parents[1] / "data" / "games" / "won_tree.py"
    game = cp.load(path, tree=[0, [[1, [-1, 0]], [1, [0]]]])
    truth = cp.search(game, depth=9)
    assert (truth.move, truth.outcome) == (1, "draw")
    for nodes in range(6, 10):
        assert cp.search(game, nodes=nodes, memory=1).move == 1
