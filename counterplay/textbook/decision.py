"""What an algorithm of the textbook is asked on, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from counterplay.textbook.log import Log, Visit

Evaluate = Callable[[Any, int], float]
"""EVAL(s, p): a guess of what a state that is not over will pay player p."""


class TextbookGame(Protocol):
    """The functions of the book's formal definition; any object that has them is a game.

    A state and a move may be anything. Most algorithms are for two players, MAX and MIN, whose
    payoffs are opposite: MAX is whoever is to move at the root, and `utility(s, MAX)` is what
    the search is about. Nothing asks that players alternate.
    """

    def player(self, s: Any) -> int: ...
    def actions(self, s: Any) -> Iterable[Any]: ...
    def result(self, s: Any, a: Any) -> Any: ...
    def terminal(self, s: Any) -> bool: ...
    def utility(self, s: Any, p: int) -> float: ...


@dataclass(frozen=True)
class Decision:
    """The answer: a best move, the value of the state for the player to move, and the work done.

    nodes      states generated, the root among them
    evaluated  ends whose utility, and states at the horizon whose evaluation, was asked for
    pruned     moves that were never tried
    values     what each player gets, where there are more than two or payoffs are not opposite
    trace      every step, if it was asked for
    """

    move: Any
    value: float
    nodes: int
    evaluated: int
    pruned: int
    values: tuple[float, ...] = ()
    trace: tuple[Visit, ...] = ()


def decide(move: Any, value: float, log: Log, values: tuple[float, ...] = ()) -> Decision:
    """The decision that a finished search has come to."""
    return Decision(move, value, log.nodes, log.evaluated, log.pruned, values, tuple(log.visits))


def refuse_end(game: TextbookGame, state: Any) -> None:
    """No algorithm decides where nothing is left to decide."""
    if game.terminal(state):
        raise ValueError("the game is over here: there is no move to decide on")
