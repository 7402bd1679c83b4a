"""Positions to measure on: from random games, at several stages, and not decided at a glance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import median
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import make_engine

FIRST_SHARE, LAST_SHARE = 0.1, 0.6
"""The stages: from this part of a random game on, up to that."""
GAMES = 15
"""Random games that tell how long one lasts."""
TRIES = 40
"""Random games in which a position of one stage is looked for."""
GLANCE_NODES = 1_000

IsOpen = Callable[[Position], bool]


def wander(game: Game, rng: Random, most: int) -> Position:
    """The position after `most` random plies, or where the game ended before."""
    position = game.position()
    while len(position.moves) < most and not position.is_over:
        position = position.play(rng.choice(position.legal_moves))
    return position


def typical_length(game: Game, seed: int) -> int:
    """The median number of plies of a random game."""
    rng = Random(f"lengths {seed}")
    longest = game.facts.longest_game
    return round(median(len(wander(game, rng, longest).moves) for _ in range(GAMES)))


def stages(length: int, count: int) -> list[int]:
    """So many numbers of plies, evenly over the stages of a game of that length."""
    step = (LAST_SHARE - FIRST_SHARE) / max(count - 1, 1)
    return [round(length * (FIRST_SHARE + i * step)) for i in range(count)]


def open_to(game: Game, base: Mapping[str, Any]) -> IsOpen:
    """Whether there is something to find: a choice of moves, and no answer after a short search."""
    player = make_engine(game, "alphabeta", **{**base, "exact": False, "memory": 1})
    limit = Limit(nodes=GLANCE_NODES)

    def is_open(position: Position) -> bool:
        if len(position.legal_moves) < 2:
            return False
        player.new_game()
        return player.search(position, limit).kind != "exact"

    return is_open


def draw(game: Game, plies: Sequence[int], seed: int, is_open: IsOpen) -> list[Position]:
    """A position after each of these numbers of random plies, no two alike.

    Open ones where random games lead to any; in small games others serve as well, and a stage
    that has no position left is passed over.
    """
    rng, seen, found = Random(f"positions {seed}"), set[bytes](), list[Position]()
    for number in plies:
        position = _find(game, number, rng, seen, is_open)
        if position is not None:
            seen.add(_identity(position))
            found.append(position)
    if not found:
        raise InputError(
            f"{game.name} gave no position after {plies[0]} random plies: ask for fewer plies"
        )
    return found


def _find(
    game: Game, plies: int, rng: Random, seen: set[bytes], is_open: IsOpen
) -> Position | None:
    spare = None
    tried = set(seen)
    for _ in range(TRIES):
        position = wander(game, rng, plies)
        if position.is_over or _identity(position) in tried:
            continue
        tried.add(_identity(position))
        if is_open(position):
            return position
        spare = spare or position
    return spare


def _identity(position: Position) -> bytes:
    return bytes(position.game.shape.encode(position.state).tobytes())
