"""Checks and defaults of the arguments that the algorithms share."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from counterplay.textbook.decision import CHANCE, Evaluate, TextbookGame
from counterplay.textbook.log import Log

NONE_FITS = "no algorithm of the textbook searches such a game of chance"


def begin(
    game: TextbookGame,
    state: Any,
    algorithm: str,
    depth: int | None = None,
    trace: bool = False,
    chance: bool = False,
) -> tuple[Log, int]:
    """Check the arguments of a two-player search; return an empty log and the player MAX.

    MAX is the player to move in `state`. Error messages name the `algorithm`.
    `chance=True` means that it supports chance nodes.
    """
    require_two(game, algorithm, chance)
    require_depth(depth)
    refuse_end(game, state)
    return Log(trace), game.player(state)


def refuse_end(game: TextbookGame, state: Any) -> None:
    """Raise ValueError if no player has a move to choose in this state."""
    if game.terminal(state):
        raise ValueError("the game is over here: there is no move to choose")
    if game.player(state) == CHANCE:
        raise ValueError("chance moves here: there is no move to choose")


def require_two(game: TextbookGame, algorithm: str, chance: bool = False) -> None:
    """Raise ValueError if the game's facts say that a two-player algorithm cannot search it.

    A game without `facts` is accepted. `chance=True` means that the algorithm supports chance
    nodes.
    """
    facts = getattr(game, "facts", None)
    if facts is None:
        return
    instead = NONE_FITS if facts.chance else "use maxn"
    if facts.players != 2:
        raise ValueError(
            f"{algorithm} is for two players, and this game has {facts.players}: {instead}"
        )
    if facts.total is None:
        raise ValueError(
            f"{algorithm} needs payoffs with a constant sum, and these have none: {instead}"
        )
    if facts.chance and not chance:
        raise ValueError(
            f"{algorithm} does not support chance nodes, which this game has: use expectiminimax"
        )


def refuse_chance(game: TextbookGame, algorithm: str) -> None:
    """Raise ValueError if the game's facts say that it has chance nodes."""
    facts = getattr(game, "facts", None)
    if facts is None or not facts.chance:
        return
    is_duel = facts.players == 2 and facts.total is not None
    instead = "use expectiminimax" if is_duel else NONE_FITS
    raise ValueError(f"{algorithm} does not support chance nodes, which this game has: {instead}")


def require_depth(depth: int | None) -> None:
    """Raise ValueError for a depth below 1. None means: search to the end of the game."""
    if depth is not None and depth < 1:
        raise ValueError(f"depth={depth}: search at least one ply")


def depth_limit(depth: int | None) -> float:
    """Return the plies to search: infinitely many if `depth` is None."""
    return inf if depth is None else depth


def no_evaluation(s: Any, p: int) -> float:
    """EVAL(s, p) for a search without an evaluation: every state is worth 0."""
    return 0


def state_value(
    game: TextbookGame, evaluate: Evaluate | None, player: int
) -> Callable[[Any], float]:
    """Return a function of a state: its payoff for `player` at the end, else its evaluation."""
    evaluation = evaluate or no_evaluation

    def value(s: Any) -> float:
        return game.utility(s, player) if game.terminal(s) else evaluation(s, player)

    return value
