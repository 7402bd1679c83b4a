"""The range of every node narrows as in the book, and never leaves out the value."""

import random
from math import inf
from typing import Any

import pytest

from counterplay.drawing import Explanation
from counterplay.drawing.value_ranges import (
    UNKNOWN,
    Range,
    combine,
    intersection,
    range_of_value,
    stand_pat_range,
)
from counterplay.textbook import alphabeta, minimax
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.failhard import alphabeta_hard
from counterplay.textbook.mtdf import mtdf
from counterplay.textbook.scout import scout
from counterplay.textbook.sss import sss
from counterplay.textbook.transposition import transposition


def after_leaves(explanation: Explanation, leaves: int) -> dict[str, Range | None]:
    """The ranges of the nodes reached so far, right after so many ends were looked at."""
    at = [i for i, step in enumerate(explanation.steps, 1) if step.event == "leaf"][leaves - 1]
    named = zip(explanation.tree.nodes, explanation.node_infos(at), strict=True)
    return {n.name: m.range for n, m in named if n.letter and m.status != "unseen"}


def test_the_six_stages_of_the_figure_have_the_ranges_of_the_book(figure: Explanation) -> None:
    assert after_leaves(figure, 1) == {"A": (-inf, inf), "B": (-inf, 3)}  # (a)
    assert after_leaves(figure, 2) == {"A": (-inf, inf), "B": (-inf, 3)}  # (b)
    assert after_leaves(figure, 3) == {"A": (3, inf), "B": (3, 3)}  # (c)
    assert after_leaves(figure, 4) == {"A": (3, inf), "B": (3, 3), "C": (-inf, 2)}  # (d)
    stage_e = {"A": (3, 14), "B": (3, 3), "C": (-inf, 2), "D": (-inf, 14)}
    assert after_leaves(figure, 5) == stage_e
    assert after_leaves(figure, 7) == {"A": (3, 3), "B": (3, 3), "C": (-inf, 2), "D": (2, 2)}  # (f)
    assert sum(step.event == "leaf" for step in figure.steps) == 7


def test_the_ranges_are_written_as_in_the_book(figure: Explanation) -> None:
    shown = {n.name: m.text for n, m in zip(figure.tree.nodes, figure.node_infos(12), strict=True)}
    assert {name: shown[name] for name in "ABCD"} == {
        "A": "[3, 14]", "B": "[3, 3]", "C": "[−∞, 2]", "D": "[−∞, 14]",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "expected"), [("max", (2, 9)), ("min", (-1, 4)), ("chance", (0.5, 6.5))]
)
def test_a_range_follows_from_those_of_the_children(kind: str, expected: Range) -> None:
    assert combine(kind, [(2, 4), (-1, 9)], [0.5, 0.5]) == expected


def test_a_child_that_was_not_looked_at_can_be_worth_anything() -> None:
    assert combine("max", [(2, 2), UNKNOWN]) == (2, inf)
    assert combine("min", [(2, 2), UNKNOWN]) == (-inf, 2)
    assert combine("chance", [(2, 2), UNKNOWN], [1, 0]) == (2, 2)  # it cannot happen
    assert combine("max", []) == UNKNOWN


def test_a_value_that_was_looked_up_may_be_a_bound() -> None:
    assert range_of_value(3) == (3, 3)
    assert (
        range_of_value(3, "at least 3, by the table")
        == range_of_value(3, "from the table: lower")
        == (3, inf)
    )
    assert (
        range_of_value(3, "at most 3, by the table")
        == range_of_value(3, "from the table: upper")
        == (-inf, 3)
    )
    assert range_of_value(3, "from the table: exact") == (3, 3)
    assert intersection((3, inf), (-inf, 5)) == (3, 5)


def test_not_to_move_is_a_choice_in_quiescence() -> None:
    assert stand_pat_range("stand pat -2.5") == [(-2.5, -2.5)]
    assert stand_pat_range("") == []


@pytest.mark.parametrize("algorithm", [minimax, alphabeta, alphabeta_hard, scout, mtdf, sss])
def test_ranges_hold_the_value_at_every_step_and_end_at_it(
    algorithm: Any, draw: Any, grow: Any
) -> None:
    rng = random.Random(5)
    for _ in range(20):
        tree = grow(rng, 4)
        full = draw(tree, minimax)
        worth = {n.path: m.value for n, m in zip(full.tree.nodes, full.node_infos(), strict=True)}
        explanation = draw(tree, algorithm)
        last: list[Range] = [UNKNOWN] * len(explanation.tree.nodes)
        for step in explanation.steps:
            for number, info in step.changes.items():
                low, high = info.range
                assert low <= worth[explanation.tree.nodes[number].path] <= high
                assert last[number][0] <= low and high <= last[number][1]
                last[number] = info.range
        assert last[0] == (worth[()], worth[()])


def test_ranges_at_chance_are_weighted_by_probability(draw: Any, dice: Any) -> None:
    explanation = draw(dice, expectiminimax)
    root = explanation.node_infos()[0]
    assert root.range == pytest.approx((2.1, 2.1)) and root.text == "2.1"


def test_a_value_from_the_table_keeps_its_bound(draw: Any) -> None:
    explanation = draw("tic_tac_toe", transposition, "xo./.x./..o")
    low, high = explanation.node_infos()[0].range
    assert low <= explanation.decision.value <= high
