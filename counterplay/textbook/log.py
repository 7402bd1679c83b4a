"""What an algorithm did: counts of its work and, on request, every step of it.

An algorithm opens a node, goes through its moves, may cut the rest off, and leaves it:

    for move in log.open("max", moves, alpha, beta):
        v = …                               the log knows that it is now below `move`
        if v >= beta:
            log.cut(f"{v} >= beta {beta}")  the moves that are left are counted as pruned
            break
    return log.leave(v)

An end, or a state at the horizon, is `log.leaf(value)`; one whose value stands in a table is
`log.known(value)`. An algorithm that jumps about in the tree says with `log.step` where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True)
class Visit:
    """One step of a trace.

    path      the moves that lead to the node
    event     "open", "leaf", "prune" or "leave"
    value     the node's value as far as it is known; a vector where there are several players
    kind      of an opened node: "max", "min", "chance" or a player's number
    moves     of an opened node: the moves it has, in the order they are tried
    alpha, beta   the window there, None in algorithms without one
    note      in words: why moves were pruned, how a value came about
    """

    path: tuple[Any, ...]
    event: str
    value: Any = None
    kind: str = ""
    moves: tuple[Any, ...] = ()
    alpha: float | None = None
    beta: float | None = None
    note: str = ""


@dataclass
class _Node:
    """A node that is open: its moves, how many of them were tried, its window."""

    moves: list[Any]
    tried: int
    alpha: float | None
    beta: float | None


class Log:
    """Counts always; keeps the steps only where they are wanted, for they take memory."""

    def __init__(self, trace: bool = False) -> None:
        self.nodes = self.evaluated = self.pruned = 0
        self.visits: list[Visit] = []
        self._trace = trace
        self._open: list[_Node] = []

    @property
    def path(self) -> tuple[Any, ...]:
        """The moves that lead to where the algorithm is."""
        return tuple(node.moves[node.tried - 1] for node in self._open)

    def open(
        self,
        kind: str,
        moves: Iterable[Any],
        alpha: float | None = None,
        beta: float | None = None,
        note: str = "",
    ) -> Iterator[Any]:
        """A node is generated, and its moves are tried one after the other."""
        self.nodes += 1
        node = _Node(list(moves), 0, alpha, beta)
        self._note("open", None, kind, tuple(node.moves), alpha, beta, note)
        self._open.append(node)
        return self._each(node)

    def _each(self, node: _Node) -> Iterator[Any]:
        for move in node.moves:
            node.tried += 1
            yield move

    def leaf(self, value: Value, note: str = "") -> Value:
        """A state whose value is known at once: an end, or the horizon."""
        self.nodes += 1
        self.evaluated += 1
        self._note("leaf", value, note=note)
        return value

    def known(self, value: Value, note: str = "found before") -> Value:
        """A state whose value is looked up: generated, but not evaluated."""
        self.nodes += 1
        self._note("leaf", value, note=note)
        return value

    def step(
        self,
        path: tuple[Any, ...],
        event: str,
        value: Any = None,
        kind: str = "",
        moves: tuple[Any, ...] = (),
        note: str = "",
    ) -> None:
        """One step at the node that `path` leads to, counted like the others."""
        self.nodes += event in ("open", "leaf")
        self.evaluated += event == "leaf"
        self.pruned += event == "prune"
        if self._trace:
            self.visits.append(Visit(path, event, value, kind, moves, note=note))

    def cut(self, reason: str) -> None:
        """The moves of the open node that were not tried will not be."""
        node = self._open[-1]
        rest = node.moves[node.tried :]
        self.pruned += len(rest)
        here = self.path[:-1]
        for move in rest if self._trace else ():
            self.visits.append(
                Visit((*here, move), "prune", None, "", (), node.alpha, node.beta, reason)
            )

    def leave(self, value: Value, note: str = "") -> Value:
        """The open node has its value."""
        node = self._open.pop()
        self._note("leave", value, "", (), node.alpha, node.beta, note)
        return value

    def _note(
        self,
        event: str,
        value: Any,
        kind: str = "",
        moves: tuple[Any, ...] = (),
        alpha: float | None = None,
        beta: float | None = None,
        note: str = "",
    ) -> None:
        if self._trace:
            self.visits.append(Visit(self.path, event, value, kind, moves, alpha, beta, note))
