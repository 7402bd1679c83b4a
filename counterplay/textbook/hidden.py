"""What a player knows, and the worlds: the states that are possible as far as it knows.

The algorithms for hidden information decide at an information set, all states that look alike to
the player to move. Their traces begin at the start of the game, and show every world.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.textbook.arguments import require_two
from counterplay.textbook.decision import CHANCE
from counterplay.textbook.log import Log

Path = tuple[Any, ...]

MOST_STATES = 100_000
"""The most states that are walked through to find the worlds."""


@dataclass(frozen=True)
class World:
    """A state that is possible, the moves from the start that lead to it, and its probability."""

    path: Path
    state: Any
    weight: float


def information(game: Any, s: Any, p: int) -> Hashable:
    """What player p knows: `game.information(s, p)`; the state if the game hides nothing."""
    if hasattr(game, "information"):
        known: Hashable = game.information(s, p)
        return known
    return s  # type: ignore[no-any-return]


def start_of(game: Any, s: Any) -> Any:
    """The start of the game, where worlds are looked for; the state if nothing is hidden."""
    return game.initial() if hasattr(game, "information") else s


def choices(game: Any, s: Any) -> list[tuple[Any, float]]:
    """The moves of a state, each with its probability if all choose at random."""
    if game.player(s) == CHANCE:
        return list(game.chance(s))
    moves = list(game.actions(s))
    return [(move, 1 / len(moves)) for move in moves]


def first_decision(game: Any, s: Any, algorithm: str) -> Any:
    """The state, or the first one after it in which a player moves, if chance moves first."""
    require_two(game, algorithm, chance=True)
    while not game.terminal(s) and game.player(s) == CHANCE:
        s = game.result(s, choices(game, s)[0][0])
    if game.terminal(s):
        raise ValueError("the game is over here: there is no move to choose")
    return s


def worlds(game: Any, state: Any) -> list[World]:
    """The states that the player to move in `state` cannot tell from it.

    Their probabilities are those of chance, times those of the other players' moves if they choose
    at random. The player's own moves are known, so they count as certain.
    """
    if not hasattr(game, "information"):
        return [World((), state, 1)]
    player, known = game.player(state), game.information(state, game.player(state))
    found, waiting, walked = [], [World((), game.initial(), 1.0)], 0
    while waiting:
        here = waiting.pop()
        walked += 1
        if walked > MOST_STATES:
            raise ValueError(
                f"more than {MOST_STATES:,} states lead to what the player sees, too many to list "
                "all worlds: take a smaller game, or an engine that draws worlds (ismcts, pimc)"
            )
        if game.terminal(here.state):
            continue
        mover = game.player(here.state)
        if mover == player and game.information(here.state, player) == known:
            found.append(here)
            continue
        for move, chance in reversed(choices(game, here.state)):
            weight = here.weight * (1 if mover == player else chance)
            if weight > 0:
                after = game.result(here.state, move)
                waiting.append(World((*here.path, move), after, weight))
    total = sum(world.weight for world in found)
    return [World(world.path, world.state, world.weight / total) for world in found]


def kind_of(game: Any, s: Any, player: int) -> str:
    """Who moves in a state: "chance", "max" for the player who decides, "min" for the other."""
    mover = game.player(s)
    return "chance" if mover == CHANCE else "max" if mover == player else "min"


def open_above(log: Log, game: Any, start: Any, found: Sequence[World], player: int) -> None:
    """Log the nodes above the worlds, with the moves that lead to them."""
    below: dict[Path, list[Any]] = {}
    for world in found:
        for depth, move in enumerate(world.path):
            moves = below.setdefault(world.path[:depth], [])
            if move not in moves:
                moves.append(move)
    for path, moves in below.items():
        s = start
        for move in path:
            s = game.result(s, move)
        log.step(path, "open", kind=kind_of(game, s, player), moves=tuple(moves))
