"""The evaluator and the weights that a player names."""

from __future__ import annotations

import dataclasses

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.loader import load_evaluator
from counterplay.core.game.weights import find_weights
from counterplay.players.spec import Spec


def with_evaluation(game: Game, spec: Spec) -> Game:
    """Return the game with the evaluator and the weights of a spec. Unchanged if it names none.

    Weights are those of a function: with them the game's own network is not used.
    """
    if spec.evaluator is None and spec.weights is None:
        return game
    if spec.weights is not None:
        game = game.without_network()
    evaluator = load_evaluator(spec.evaluator) if spec.evaluator else game.evaluator
    if evaluator is None:
        raise InputError(
            f"player {spec.text!r}: {game.name} has no evaluator to use the weights with; "
            "give evaluator=FILE.py too"
        )
    if spec.weights is not None:
        weights = find_weights(evaluator, spec.weights)
        evaluator = dataclasses.replace(evaluator, weights=weights)
    return game.with_evaluator(evaluator)
