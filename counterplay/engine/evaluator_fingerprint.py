"""A fingerprint of an evaluator by what it says, for data that hold for one evaluator alone.

Compiled code is known by its byte code (`core.native`), which changes from one version of Python to
the next. Data have to last longer: here an evaluator is its weights, its scale, and its guesses
along a few random games. A file that is only tidied keeps its fingerprint.
"""

from __future__ import annotations

import hashlib
from random import Random
from weakref import WeakKeyDictionary

from counterplay.core.game.game import Game

GAMES, PLIES = 3, 60
"""How many random games are asked about, and how much of each; a change makes data unusable."""

_known: WeakKeyDictionary[Game, str] = WeakKeyDictionary()


def fingerprint_of(game: Game) -> str:
    """Sixteen digits that stand for the game's evaluator."""
    if game not in _known:
        assert game.evaluator is not None
        weights = game.evaluator.weights
        digest = hashlib.sha256(f"{game.facts.unit} {weights.dtype.str} ".encode())
        digest.update(weights.tobytes())
        for number in range(GAMES):
            digest.update(_guesses(game, Random(number)).encode())
        _known[game] = digest.hexdigest()[:16]
    return _known[game]


def _guesses(game: Game, dice: Random) -> str:
    """What the evaluator says along a random game, in whatever order moves are listed."""
    s, said = game.initial(), []
    for _ in range(PLIES):
        if game.terminal(s):
            break
        moves = sorted(game.actions(s))
        said.append(f"{game.evaluate(s)}/{len(moves)}")
        s = game.result(s, dice.choice(moves))
    return " ".join(said)
