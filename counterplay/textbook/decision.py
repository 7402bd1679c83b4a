"""What an algorithm of the textbook is asked on, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from counterplay.textbook.log import Log, Visit

CHANCE: Final = -1
"""What `player(s)` returns where dice or cards decide."""

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


class ChanceGame(TextbookGame, Protocol):
    """A game with dice or cards: where `player(s)` is CHANCE, one outcome is drawn.

    Outcomes go through `result` like moves; their probabilities add up to 1.
    """

    def chance(self, s: Any) -> Iterable[tuple[Any, float]]: ...


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
    if game.player(state) == CHANCE:
        raise ValueError("chance moves here: there is no move to decide on")


def require_two(game: TextbookGame, name: str, chance: bool = False) -> None:
    """Refuse a game that says of itself that it is not two players' with opposite payoffs.

    `chance`: the algorithm called `name` knows what to do with dice and cards.
    """
    facts = getattr(game, "facts", None)
    if facts is None:
        return
    if facts.players != 2:
        raise ValueError(f"{name} is for two players, and this game has {facts.players}: use maxn")
    if facts.total is None:
        raise ValueError(
            f"{name} takes one player's gain for the other's loss, which these payoffs are not: "
            "use maxn"
        )
    if facts.chance and not chance:
        raise ValueError(
            f"{name} knows no dice or cards, and in this game chance decides: use expectiminimax"
        )


def require_depth(depth: int | None) -> None:
    """A search looks at least one ply ahead; None is to the end of the game."""
    if depth is not None and depth < 1:
        raise ValueError(f"depth={depth}: look at least one ply ahead")
