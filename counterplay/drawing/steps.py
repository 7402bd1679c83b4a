"""The story of a search: what is known of each node after each step, and each step in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.drawing.ranges import UNKNOWN, Range
from counterplay.drawing.tree import Node, Tree
from counterplay.drawing.words import number
from counterplay.textbook.decision import Decision


@dataclass(frozen=True)
class Mark:
    """What is known of a node: status is "unseen", "open", "done" or "pruned".

    value          once the search has left it, or at once for a leaf
    range          what it can still be worth; None where values are vectors
    text           what stands beside the node
    """

    status: str = "unseen"
    value: Any = None
    range: Range | None = UNKNOWN
    alpha: float | None = None
    beta: float | None = None
    note: str = ""
    text: str = ""


@dataclass(frozen=True)
class Step:
    """One step: where it happens, what happens, in words, and the nodes of which more is known."""

    node: Node
    event: str
    text: str
    changes: dict[int, Mark]


@dataclass(frozen=True)
class Story:
    """All steps of a search; `line` holds the numbers of the nodes that best play meets."""

    title: str
    tree: Tree
    decision: Decision
    steps: tuple[Step, ...]
    line: frozenset[int]

    def marks(self, step: int | None = None) -> list[Mark]:
        """What is known of every node after so many steps, or after all."""
        marks = [Mark()] * len(self.tree.nodes)
        for done in self.steps[:step]:
            for where, mark in done.changes.items():
                marks[where] = mark
        return marks

    @property
    def move(self) -> str:
        """The move decided on, in the game's notation."""
        path = (self.decision.move,)
        return next((c.label for c in self.tree.root.children if c.path == path), str(path[0]))

    @property
    def summary(self) -> str:
        """The decision and its cost in one sentence."""
        d = self.decision
        value = number(d.values or d.value)
        counts = f"{d.nodes:,} nodes, {d.evaluated:,} evaluated"
        if d.pruned:
            counts += f", {d.pruned:,} {'move' if d.pruned == 1 else 'moves'} pruned"
        return f"Best is move {self.move}, worth {value}: {counts}."
