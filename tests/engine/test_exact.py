"""Exact searches that are stopped say what they have proved; those that end, the whole line."""

import json
from itertools import product
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.formats.obf import read_obf

DATA = Path(__file__).parents[1] / "data"
ORDER = {"loss": -1, "draw": 0, "win": 1}
DRAWN = ("2737772244262123677516643354", "52677675164321472411331752454")  # of the same sets


def is_true(found: cp.Result, value: float) -> bool:
    """Whether what a result says of its value holds."""
    if found.kind == "exact":
        return found.value == value
    if found.kind == "lower":
        return found.value <= value
    return found.kind == "estimate" or found.value >= value


def test_what_a_stopped_search_of_othello_proved_is_true() -> None:
    game, kinds = cp.load("othello"), set()
    problems = read_obf(DATA / "othello_ffo.obf")[:6]
    for problem, nodes in product(problems, (1, 30, 300, 1000, 3000, 10_000, 30_000)):
        assert problem.value is not None
        found = cp.search(game, problem.position, exact=True, nodes=nodes, memory=4)
        assert is_true(found, problem.value), problem
        assert found.position.show_move(found.move) in dict(problem.scores)
        if found.kind in ("exact", "lower"):  # the move is one that reaches it
            assert dict(problem.scores)[found.move_text] >= found.value
        kinds.add(found.kind)
    assert kinds == {"estimate", "lower", "upper", "exact"}


def test_a_search_of_connect_four_tells_what_each_window_proved() -> None:
    game = cp.load("connect_four")
    kept = json.loads((DATA / "connect_four_pons.json").read_text(encoding="utf-8"))["sets"]
    kinds = set()
    for moves, score in kept["L2_R1"]["positions"] + [[moves, 0] for moves in DRAWN]:
        told: list[cp.Result] = []
        found = cp.search(game, moves, exact=True, memory=4, report=told.append)
        outcome = "win" if score > 0 else "loss" if score < 0 else "draw"
        assert found.outcome == outcome
        for one in told:
            kinds.add(one.kind)
            assert one.outcome in (None, outcome)
            assert is_true(one, ORDER[outcome])
            if one.outcome:  # a win or a loss takes no longer than was proved
                assert one.distance is None or one.distance >= (found.distance or 0)
    assert {"exact", "upper"} <= kinds


def test_a_line_of_othello_goes_to_the_end_and_keeps_the_value() -> None:
    game = cp.load("othello")
    for problem in read_obf(DATA / "othello_ffo.obf")[:3]:
        found = cp.search(game, problem.position, exact=True, memory=4)
        end = found.position
        for move in found.line:
            end = end.play(move)
        assert end.is_over and found.distance == len(found.line)
        assert end.payoffs == found.values
        assert found.value == problem.value
        assert found.move_text in problem.best_moves


def test_the_lines_that_were_solved_stay_when_the_next_is_stopped() -> None:
    game = cp.load("othello")
    problem = read_obf(DATA / "othello_ffo.obf")[0]
    whole = cp.search(game, problem.position, exact=True, memory=4)
    found = cp.search(game, problem.position, exact=True, memory=4, lines=5, nodes=whole.nodes + 50)
    assert (found.kind, found.value, found.move) == ("exact", whole.value, whole.move)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_to_a_depth_solves_the_rest_of_othello_once_that_is_affordable(
    threads: int,
) -> None:
    game = cp.load("othello")
    for problem in read_obf(DATA / "othello_ffo.obf")[:8]:
        found = cp.search(game, problem.position, nodes=60_000, memory=4, threads=threads)
        assert (found.kind, found.value) == ("exact", problem.value)
        assert found.move_text in problem.best_moves


def test_a_depth_limit_below_the_end_of_the_game_holds() -> None:
    game = cp.load("othello")
    for problem in read_obf(DATA / "othello_ffo.obf")[:8]:
        found = cp.search(game, problem.position, depth=7, memory=4)
        assert (found.kind, found.depth) == ("estimate", 7)
