"""A fingerprint of an evaluator, for data that fit only this evaluator.

It is a hash of the weights, the scale, and the evaluations along a few random games. Unlike a hash
of byte code it does not depend on the version of Python, and an evaluator whose file is only
tidied keeps its fingerprint.
"""

from __future__ import annotations

import hashlib
from random import Random
from weakref import WeakKeyDictionary

from counterplay.core.game.game import Game

GAMES, PLIES = 3, 60
"""The number of random games, and plies of each. Changing them makes all data unusable."""

_known: WeakKeyDictionary[Game, str] = WeakKeyDictionary()


def fingerprint_of(game: Game) -> str:
    """Sixteen hexadecimal digits that identify the game's evaluator."""
    if game not in _known:
        assert game.evaluator is not None
        weights = game.evaluator.weights
        digest = hashlib.sha256(f"{game.facts.unit} {weights.dtype.str} ".encode())
        digest.update(weights.tobytes())
        for number in range(GAMES):
            digest.update(_evaluations(game, Random(number)).encode())
        _known[game] = digest.hexdigest()[:16]
    return _known[game]


def _evaluations(game: Game, dice: Random) -> str:
    """The evaluations along a random game; the order of the legal moves does not matter."""
    s, texts = game.initial(), []
    for _ in range(PLIES):
        if game.terminal(s):
            break
        moves = sorted(game.actions(s))
        texts.append(f"{game.evaluate(s)}/{len(moves)}")
        s = game.result(s, dice.choice(moves))
    return " ".join(texts)
