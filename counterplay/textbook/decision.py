"""What an algorithm of the textbook is asked on, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


class TextbookGame(Protocol):
    """The functions of the book's formal definition; any object that has them is a game.

    A state and a move may be anything. The game is for two, MAX and MIN, whose payoffs are
    opposite: `utility(s, MAX)` is what the search is about.
    """

    def player(self, s: Any) -> int: ...
    def actions(self, s: Any) -> Any: ...
    def result(self, s: Any, a: Any) -> Any: ...
    def terminal(self, s: Any) -> bool: ...
    def utility(self, s: Any, p: int) -> float: ...


@dataclass(frozen=True)
class Visit:
    """One step of a trace: a node on arrival, on the way back, or left out.

    path      the moves that lead to the node
    event     "enter", "leave", "leaf" or "prune"
    value     the node's value as far as it is known
    alpha, beta   the window there, None in minimax
    reason    why moves were pruned, in words
    """

    path: tuple[Any, ...]
    event: str
    value: float | None = None
    alpha: float | None = None
    beta: float | None = None
    reason: str = ""


@dataclass(frozen=True)
class Decision:
    """The answer: a best move, the value of the state for the player to move, and the work done.

    nodes      states visited, the root among them
    evaluated  ends whose utility was asked for
    pruned     moves that were never tried
    """

    move: Any
    value: float
    nodes: int
    evaluated: int
    pruned: int
    trace: tuple[Visit, ...] = ()
