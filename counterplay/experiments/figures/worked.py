"""Claim: the worked examples have the numbers that are expected of them; their figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from counterplay.drawing.explanation import Explanation
from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.experiments.figures.sheet import sheet
from counterplay.experiments.figures.worked_numbers import (
    NimState,
    Number,
    chance_values,
    nim_states,
    numbers,
)
from counterplay.experiments.figures.worked_trees import (
    LEAVES,
    LINEAR,
    TRANSFORMED,
    drawn,
    explanations,
    two_ply,
)
from counterplay.textbook.examples import MisereNim

STAGES = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 7}
"""The stages of the alpha-beta figure: the number of leaves evaluated in each."""


@dataclass(frozen=True)
class Data:
    stages: dict[str, dict[str, tuple[float, float]]]
    """The range of each node of the two-ply tree at each stage."""
    numbers: tuple[Number, ...]
    nim: tuple[NimState, ...]

    @property
    def wrong(self) -> list[Number]:
        return [n for n in self.numbers if n.stated != n.found]


def stage_steps(explanation: Explanation) -> dict[str, int]:
    """Return the step of the explanation of each stage of the figure."""
    leaves = [i for i, step in enumerate(explanation.steps, 1) if step.event == "leaf"]
    return {stage: leaves[count - 1] for stage, count in STAGES.items()}


def ranges(explanation: Explanation, step: int) -> dict[str, tuple[float, float]]:
    """Return the ranges of the inner nodes that the search has reached."""
    infos = explanation.node_infos(step)
    inner = [node for node in explanation.tree.nodes if node.children]
    found = ((node.name, infos[node.number]) for node in inner)
    return {name: m.range for name, m in found if m.range is not None and m.status != "unseen"}


def measure(quick: bool, watch: Watch) -> Data:
    explanation = two_ply()
    stages = {name: ranges(explanation, step) for name, step in stage_steps(explanation).items()}
    nim = nim_states(MisereNim())
    watch(0.2)
    return Data(stages, tuple(numbers(explanation, nim)), nim)


def caption(data: Data) -> str:
    stated = [n for n in data.numbers if n.is_stated]
    right = sum(n not in data.wrong for n in stated)
    return (
        f"{right} of the {len(stated)} numbers that the texts state about these examples are "
        f"confirmed; {len(data.numbers) - len(stated)} more are our own. First the six stages of "
        f"alpha-beta on the two-ply tree: the values that each node can still have after 1, 2, 3, "
        f"4, 5 and 7 leaves."
    )


def tables(data: Data) -> list[Table]:
    stated = tuple((n.example, n.what, n.source, n.stated, n.found) for n in data.numbers)
    stages: tuple[tuple[Cell, ...], ...] = tuple(
        (stage, STAGES[stage], *(_range(ranges_at_stage.get(name)) for name in "ABCD"))
        for stage, ranges_at_stage in data.stages.items()
    )
    nim = tuple(
        (n.mover + 1, ", ".join(map(str, n.piles)), "yes" if n.in_play else "no",
         "yes" if n.canonical else "no", n.value)
        for n in data.nim
    )  # fmt: skip
    return [
        Table("worked_numbers", "The numbers of the examples",
              ("example", "what", "text and line", "expected", "found"), stated),
        Table("worked_stages", "The six stages of the alpha-beta figure",
              ("stage", "leaves evaluated", "A", "B", "C", "D"), stages),
        Table("worked_nim", "Nim with two piles of two, misère",
              ("player to move", "piles", "reachable", "piles in order",
               "value for the first"), nim),
    ]  # fmt: skip


def _range(range_: tuple[float, float] | None) -> str:
    if range_ is None:
        return ""
    low, high = (f"{x:g}".replace("inf", "∞").replace("-", "−") for x in range_)
    return f"[{low}, {high}]"


def pictures(data: Data) -> dict[str, str]:
    explanation = two_ply()
    stages = [
        (f"({stage})", drawn(explanation, step)) for stage, step in stage_steps(explanation).items()
    ]
    title = "Alpha-beta on the two-ply tree, in six stages"
    sheets = {
        "two_ply_stages.svg": sheet(title, stages, columns=2),
        "chance_transformations.svg": chance_sheet(),
    }
    return sheets | {f"{name}.svg": drawn(one, None, True) for name, one in explanations().items()}


def chance_sheet() -> str:
    """The lesson of chance: the same tree with three evaluations, and the values of its moves."""
    parts = (
        ("chance", "x", LEAVES),
        ("chance_transformed", "the same order", TRANSFORMED),
        ("chance_linear", "10x + 5", LINEAR),
    )
    drawings = [
        (label(name, how, leaves), drawn(explanations()[name], None)) for name, how, leaves in parts
    ]
    title = "Chance: the size of evaluations matters, not only their order"
    return sheet(title, drawings, columns=1)


def label(name: str, how: str, leaves: Sequence[float]) -> str:
    """The leaves of a chance tree, and the values of both moves with their sums."""
    a, b, c, d = leaves
    first, second = (float(text) for text in chance_values(name).split(", "))
    sign, move = (">", 1) if first > second else ("<", 2)
    return (
        f"{how}: 0.9·{a} + 0.1·{b} = {first:g} {sign} {second:g} = 0.9·{c} + 0.1·{d}: move {move}"
    )


CLAIM = Claim(
    name="worked",
    title="The worked examples",
    text="The trees and small games on which the algorithms are explained, with the numbers that "
    "the texts state, each with its line, and with our own.",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
