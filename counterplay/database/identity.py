"""Which game a game is: its name, its parameters, and what its rules do.

Rules are told apart by what they do and not by their text: games that are kept in a file should be
found again after the rules have been rewritten, and not after moves or positions have got other
numbers. So the signature is made of some games that are played by a fixed recipe.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from counterplay.core.bits.casts import tidy
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.games import source_of

PLAYOUTS, PLIES = 2, 60
"""How many games the signature is made of, and how long they are at most."""

MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
"""Of the generator that picks the moves (Knuth's MMIX), the same in every version of Python."""


class Identity(NamedTuple):
    """What tells the games of a file apart.

    name        of the game
    parameters  all of them, as JSON
    rules       the signature
    source      where to load the game from: a built-in's name, or the path of a file
    """

    name: str
    parameters: str
    rules: str
    source: str


@lru_cache(64)
def identity(game: Game) -> Identity:
    held = {name: parameter.value for name, parameter in game.parameters.items()}
    parameters = json.dumps(held, default=_plain, sort_keys=True, separators=(",", ":"))
    return Identity(game.name, parameters, signature(game), source_of(game).game)


def signature(game: Game) -> str:
    """A hash of moves, keys and payoffs over some fixed games, the same on every machine."""
    digest = hashlib.blake2b(digest_size=16)
    digest.update(repr((game.facts.players, game.shape.fields)).encode())
    random = 1
    for _ in range(PLAYOUTS):
        s = game.initial()
        for _ in range(PLIES):
            if game.terminal(s):
                paid = [tidy(game.utility(s, p)) for p in range(game.facts.players)]
                digest.update(repr([float(payoff) for payoff in paid]).encode())
                break
            random = (random * MULTIPLIER + INCREMENT) % 2**64
            choices = _choices(game, s, random >> 33)
            digest.update(repr((game.key(s), game.player(s), sorted(choices))).encode())
            s = game.result(s, choices[(random >> 33) % len(choices)])
    return digest.hexdigest()


def _choices(game: Game, s: Any, seed: int) -> list[int]:
    """What can be done or happen in a state, by the numbers of the game."""
    if game.player(s) != CHANCE:
        return game.actions(s)
    if "chance" in game.functions:
        return [outcome for outcome, _ in game.chance(s)]
    return [int(game.ask("sample", s, seed))]


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)
