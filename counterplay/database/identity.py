"""The identity of a game: its name, its parameters, and signatures of what its rules do.

Stored games must be found again after the rules were rewritten, but not after moves have got other
numbers. So the signature is not a hash of the code: it hashes two games that are played by a fixed
recipe. The keys of their positions have a signature of their own. If only that one changes, the
games are the same, and their positions are counted again (`renewal.py`).
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
"""The signatures hash two games of at most 60 plies."""

MULTIPLIER, INCREMENT = 6364136223846793005, 1442695040888963407
"""Of the random generator that picks the moves (Knuth's MMIX); Python's own may change."""


class Identity(NamedTuple):
    """What identifies a game in a file.

    name        of the game
    parameters  all of them, as JSON
    rules       the signature of the moves and payoffs
    source      where to load the game from: the name of a built-in game, or the path of its file
    keys        the signature of the keys of positions
    """

    name: str
    parameters: str
    rules: str
    source: str
    keys: str


@lru_cache(64)
def identity(game: Game) -> Identity:
    """The identity of a game. It plays two games the first time, then it is cached."""
    values = {name: parameter.value for name, parameter in game.parameters.items()}
    parameters = json.dumps(values, default=_plain, sort_keys=True, separators=(",", ":"))
    rules, keys = signatures(game)
    return Identity(game.name, parameters, rules, source_of(game).game, keys)


def signatures(game: Game) -> tuple[str, str]:
    """A hash of the moves and payoffs of two fixed games, and one of the keys of their positions.

    Both are the same on every machine.
    """
    rules, keys = (hashlib.blake2b(digest_size=16) for _ in range(2))
    rules.update(repr((game.facts.players, game.shape.fields)).encode())
    random = 1
    for _ in range(PLAYOUTS):
        s = game.initial()
        for _ in range(PLIES):
            keys.update(repr(game.key(s)).encode())
            if game.terminal(s):
                payoffs = [tidy(game.utility(s, p)) for p in range(game.facts.players)]
                rules.update(repr([float(payoff) for payoff in payoffs]).encode())
                break
            random = (random * MULTIPLIER + INCREMENT) % 2**64
            choices = _choices(game, s, random >> 33)
            rules.update(repr((game.player(s), sorted(choices))).encode())
            s = game.result(s, choices[(random >> 33) % len(choices)])
    return rules.hexdigest(), keys.hexdigest()


def _choices(game: Game, s: Any, seed: int) -> list[int]:
    """The moves of a state, or its chance outcomes."""
    if game.player(s) != CHANCE:
        return game.actions(s)
    if "chance" in game.functions:
        return [outcome for outcome, _ in game.chance(s)]
    return [int(game.ask("sample", s, seed))]


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else str(value)
