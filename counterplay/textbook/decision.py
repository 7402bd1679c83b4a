"""The types that every algorithm uses: a game, an evaluation, and the decision it returns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from counterplay.textbook.log import Log, Visit

CHANCE: Final = -1
"""`player(s)` returns this at a chance node, where dice or cards decide."""

Evaluate = Callable[[Any, int], float]
"""EVAL(s, p): the static evaluation of a non-terminal state for player p."""


class TextbookGame(Protocol):
    """The functions of the book's formal definition. Any object that has them is a game.

    States and moves can be of any type. Most algorithms are for two players with opposite payoffs:
    MAX, the player to move at the root, and MIN. They maximise `utility(s, MAX)`. The players need
    not alternate.
    """

    def player(self, s: Any) -> int: ...
    def actions(self, s: Any) -> Iterable[Any]: ...
    def result(self, s: Any, a: Any) -> Any: ...
    def terminal(self, s: Any) -> bool: ...
    def utility(self, s: Any, p: int) -> float: ...


class ChanceGame(TextbookGame, Protocol):
    """A game with chance nodes: states in which `player(s)` is CHANCE.

    `chance(s)` lists the outcomes with their probabilities, which add up to 1. `result(s, outcome)`
    is the next state, as for a move.
    """

    def chance(self, s: Any) -> Iterable[tuple[Any, float]]: ...


class HiddenGame(ChanceGame, Protocol):
    """A game in which players do not see everything.

    `information(s, p)` is what player p knows in a state: it is equal in two states that p cannot
    tell apart. `initial()` is the start, from which the states that are possible are found.
    """

    def initial(self) -> Any: ...
    def information(self, s: Any, p: int) -> Hashable: ...


@dataclass(frozen=True)
class Decision:
    """The best move, its value, and the work done.

    move       a best move
    value      the value of the state for the player to move
    nodes      states generated, including the root
    evaluated  leaves: terminal states and states at the depth limit
    pruned     moves that were never tried
    values     the payoff of each player, if there are more than two or payoffs are not opposite
    trace      every step of the search, if `trace=True`
    hits       states whose value was looked up in a table
    places     the paths to the nodes of the decision, if it is not made at the root of the trace:
               all nodes that look alike to the player who decides
    odds       the probability of the move that ends each path, if a strategy is mixed
    """

    move: Any
    value: float
    nodes: int
    evaluated: int
    pruned: int
    values: tuple[float, ...] = ()
    trace: tuple[Visit, ...] = ()
    hits: int = 0
    places: tuple[tuple[Any, ...], ...] = ((),)
    odds: Mapping[tuple[Any, ...], float] = field(default_factory=dict)


def decide(move: Any, value: float, log: Log, values: tuple[float, ...] = ()) -> Decision:
    """Return the decision of a finished search, with the counts and steps of its log."""
    trace = tuple(log.visits)
    return Decision(move, value, log.nodes, log.evaluated, log.pruned, values, trace, log.hits)
