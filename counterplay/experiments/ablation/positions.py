"""The positions of an ablation: from random games at several stages, not solved at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import median
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import make_engine
from counterplay.experiments.ablation.methods import ALPHABETA, method_of

FIRST_SHARE, LAST_SHARE = 0.1, 0.6
"""The first and the last stage, as parts of the length of a random game."""
GAMES = 15
"""The number of random games that measure the length of one."""
TRIES = 40
"""The number of random games to try for a position of one stage."""
GLANCE_NODES = 1_000

IsOpen = Callable[[Position], bool]


def wander(game: Game, rng: Random, most: int) -> Position:
    """The position after `most` random plies, or the end of the game if it comes first.

    If dice are to be rolled there, the position is the one after the roll.
    """
    position = game.position()
    while not position.is_over and (len(position.moves) < most or position.turn == CHANCE):
        if position.turn == CHANCE:
            move = game.draw(position.state, rng.getrandbits(62))
        else:
            move = rng.choice(position.legal_moves)
        position = position.play(move)
    return position


def typical_length(game: Game, seed: int) -> int:
    """The median number of plies of a random game."""
    rng = Random(f"lengths {seed}")
    longest = game.facts.longest_game
    return round(median(len(wander(game, rng, longest).moves) for _ in range(GAMES)))


def stages(length: int, count: int) -> list[int]:
    """`count` numbers of plies, evenly from the first to the last stage of a game."""
    step = (LAST_SHARE - FIRST_SHARE) / max(count - 1, 1)
    return [round(length * (FIRST_SHARE + i * step)) for i in range(count)]


def open_to(game: Game, base: Mapping[str, Any]) -> IsOpen:
    """A test whether a position is open: several moves, and not solved by a short search."""
    method = method_of(game)
    quick = {"exact": False, "memory": 1} if method is ALPHABETA else {"memory": 1}
    player = make_engine(game, method.name, **{**base, **quick})
    limit = Limit(nodes=GLANCE_NODES)

    def is_open(position: Position) -> bool:
        if len(position.legal_moves) < 2:
            return False
        player.new_game()
        return player.search(position, limit).kind != "exact"

    return is_open


def draw(game: Game, plies: Sequence[int], seed: int, is_open: IsOpen) -> list[Position]:
    """A different position after each of these numbers of random plies.

    Open positions if there are any, else others. A stage without any new position is skipped.
    """
    rng, seen, found = Random(f"positions {seed}"), set[bytes](), list[Position]()
    for number in plies:
        position = _find(game, number, rng, seen, is_open)
        if position is not None:
            seen.add(_identity(position))
            found.append(position)
    if not found:
        raise InputError(
            f"{game.name} has no position after {plies[0]} random plies: give fewer plies"
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
