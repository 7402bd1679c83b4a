"""A search explained step by step: the tree, and what is known about each node after each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.formatting import format_value
from counterplay.drawing.tree import Node, Tree
from counterplay.drawing.value_ranges import UNKNOWN, Range
from counterplay.textbook.decision import Decision


@dataclass(frozen=True)
class NodeInfo:
    """What is known about a node.

    status       "unseen", "open", "done" or "pruned"
    value        of a leaf, or of a node that the search has left
    range        the values it can still have; None if values are vectors
    alpha, beta  the window of the search
    note         the note of the log
    text         the text beside the node in the picture
    under        the text below a leaf: the games of a Monte Carlo search, or the name of its node
    visits       how many games of a Monte Carlo search have passed through the node
    mean         their mean payoff
    """

    status: str = "unseen"
    value: Any = None
    range: Range | None = UNKNOWN
    alpha: float | None = None
    beta: float | None = None
    note: str = ""
    text: str = ""
    under: str = ""
    visits: int | None = None
    mean: float | None = None


@dataclass(frozen=True)
class Step:
    """One step: its node, its event, a sentence, and the nodes about which something changed."""

    node: Node
    event: str
    text: str
    changes: dict[int, NodeInfo]


@dataclass(frozen=True)
class Explanation:
    """All steps of a search. `line` has the numbers of the nodes on the best line of play."""

    title: str
    tree: Tree
    decision: Decision
    steps: tuple[Step, ...]
    line: frozenset[int]

    def node_infos(self, step: int | None = None) -> list[NodeInfo]:
        """Return what is known about every node after `step` steps; by default after all."""
        infos = [NodeInfo()] * len(self.tree.nodes)
        for done in self.steps[:step]:
            for number, info in done.changes.items():
                infos[number] = info
        return infos

    def __str__(self) -> str:
        """The tree after the search, as the command `trace` prints it, and a summary."""
        from counterplay.drawing.terminal import written

        with shallow_enough():
            return f"{self.title}\n{written(self)}{self.summary}"

    def _repr_html_(self) -> str:
        """The search as a picture with buttons to step through it, for notebooks."""
        from counterplay.drawing.notebook import search_html

        return search_html(self)

    @property
    def move(self) -> str:
        """The chosen move in the game's notation."""
        path = (*self.decision.places[0], self.decision.move)
        return next((node.label for node in self.tree.nodes if node.path == path), str(path[-1]))

    @property
    def summary(self) -> str:
        """The decision and its cost in one sentence."""
        d = self.decision
        value = format_value(d.values or d.value)
        counts = f"{d.nodes:,} nodes, {d.evaluated:,} evaluated"
        if d.pruned:
            counts += f", {d.pruned:,} {'move' if d.pruned == 1 else 'moves'} pruned"
        return f"Best is move {self.move}, worth {value}: {counts}."
