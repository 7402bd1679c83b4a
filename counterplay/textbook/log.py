"""The log of a search: counts of its work and, with `trace=True`, every step.

An algorithm opens a node, tries its moves, cuts off the rest if it can, and leaves the node:

    for move in log.open("max", moves, alpha, beta):
        v = …                               the log knows that the search is below `move`
        if v >= beta:
            log.cut(f"{v} >= beta {beta}")  the remaining moves are counted as pruned
            break
    return log.leave(v)

Call `log.leaf(value)` for a terminal state or a state at the depth limit, and `log.known(value)`
for a value from a table. An algorithm that is not depth-first gives the path itself: `log.step`.
A Monte Carlo search reports the visits and the mean of a node after each game: `log.update`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True)
class Visit:
    """One step of a trace.

    path         the moves from the root to the node
    event        "open", "leaf", "prune", "leave", or "update": visits and mean have changed
    value        the value of the node, if known; a vector if there are several players
    kind         "max", "min", "chance" or a player's number; only of "open"
    moves        the moves in the order they are tried; only of "open"
    alpha, beta  the window; None in algorithms without one
    note         the reason of a pruning, or how the value was found
    visits       how many games of a Monte Carlo search have passed through the node
    mean         their mean payoff for MAX
    """

    path: tuple[Any, ...]
    event: str
    value: Any = None
    kind: str = ""
    moves: tuple[Any, ...] = ()
    alpha: float | None = None
    beta: float | None = None
    note: str = ""
    visits: int | None = None
    mean: float | None = None


@dataclass
class _Node:
    """An open node: its moves, the number of moves tried, and the window."""

    moves: list[Any]
    tried: int
    alpha: float | None
    beta: float | None


class Log:
    """Counts the work. Keeps the steps only if `trace` is true, because they take memory."""

    def __init__(self, trace: bool = False) -> None:
        self.nodes = self.evaluated = self.pruned = self.hits = 0
        self.visits: list[Visit] = []
        self._trace = trace
        self._open: list[_Node] = []

    @property
    def path(self) -> tuple[Any, ...]:
        """The moves from the root to the current node."""
        return tuple(node.moves[node.tried - 1] for node in self._open)

    def open(
        self,
        kind: str,
        moves: Iterable[Any],
        alpha: float | None = None,
        beta: float | None = None,
        note: str = "",
    ) -> Iterator[Any]:
        """Open a node; return an iterator over its moves."""
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
        """Log a terminal state or a state at the depth limit; return its value."""
        self.nodes += 1
        self.evaluated += 1
        self._note("leaf", value, note=note)
        return value

    def known(self, value: Value, note: str = "found before") -> Value:
        """Log a state whose value was looked up, which is not an evaluation; return the value."""
        self.nodes += 1
        self.hits += 1
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
        """Log one step at the node that `path` leads to."""
        self.nodes += event in ("open", "leaf")
        self.evaluated += event == "leaf"
        self.pruned += event == "prune"
        if self._trace:
            self.visits.append(Visit(path, event, value, kind, moves, note=note))

    def update(self, path: tuple[Any, ...], visits: int, mean: float) -> None:
        """Log that a game of a Monte Carlo search has passed through the node."""
        if self._trace:
            note = f"{visits} {'visit' if visits == 1 else 'visits'}, mean {mean:.3f}"
            self.visits.append(Visit(path, "update", mean, note=note, visits=visits, mean=mean))

    def cut(self, reason: str) -> None:
        """Prune the untried moves of the current node."""
        node = self._open[-1]
        rest = node.moves[node.tried :]
        self.pruned += len(rest)
        here = self.path[:-1]
        for move in rest if self._trace else ():
            self.visits.append(
                Visit((*here, move), "prune", None, "", (), node.alpha, node.beta, reason)
            )

    def leave(self, value: Value, note: str = "") -> Value:
        """Close the current node; return its value."""
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
