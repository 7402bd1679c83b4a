"""The scale of an evaluator: how much one move changes the evaluation, measured on random games.

The margins of futility, aspiration and singular extensions are multiples of it, so they fit
evaluators of any scale.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import fmean
from typing import Any
from weakref import WeakKeyDictionary

from counterplay.core.game.game import Game

SAMPLES = 120
GAMES = 40

_margins: WeakKeyDictionary[Game, int] = WeakKeyDictionary()


def margin_of(game: Game) -> int:
    """The mean change of the evaluation by one move, at least 1; 1 without an evaluator."""
    if game.evaluator is None:
        return 1
    if game not in _margins:
        changes = []
        for s, moves, rng in _states(game, SAMPLES):
            child = game.result(s, rng.choice(moves))
            if not game.terminal(child):
                p = game.player(s)
                changes.append(abs(game.evaluate_for(child, p) - game.evaluate_for(s, p)))
        _margins[game] = max(1, round(fmean(changes))) if changes else 1
    return _margins[game]


def bias_of(game: Game) -> int:
    """Half of the mean gain in evaluation by the best-looking move, for the player who makes it."""
    gains = []
    for s, moves, _ in _states(game, SAMPLES // 4):
        p = game.player(s)
        after = [t for t in (game.result(s, a) for a in moves) if not game.terminal(t)]
        if after:
            best = max(game.evaluate_for(t, p) for t in after)
            gains.append(best - game.evaluate_for(s, p))
    return round(fmean(gains) / 2) if gains else 0


def _states(game: Game, most: int) -> Iterator[tuple[Any, list[int], random.Random]]:
    """States of random games that are not over, with their legal moves."""
    rng, count = random.Random(1), 0
    for _ in range(GAMES):
        s = game.initial()
        for _ in range(game.facts.longest_game):
            if game.terminal(s) or count >= most:
                break
            moves = game.actions(s)
            if rng.random() < 0.5:
                yield s, moves, rng
                count += 1
            s = game.result(s, rng.choice(moves))
