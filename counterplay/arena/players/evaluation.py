"""A player's own evaluator, and weights for it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt

from counterplay.arena.spec import Spec
from counterplay.core.errors import InputError
from counterplay.core.evaluator import Evaluator
from counterplay.core.game import Game
from counterplay.core.loader import load_evaluator


def with_evaluation(game: Game, spec: Spec) -> Game:
    """The game beside the evaluator and the weights that a spec names, or as it is."""
    if spec.evaluator is None and spec.weights is None:
        return game
    evaluator = load_evaluator(spec.evaluator) if spec.evaluator else game.evaluator
    if evaluator is None:
        raise InputError(
            f"player {spec.text!r}: {game.name} has no evaluator that weights could be for; "
            "name one by evaluator=FILE.py"
        )
    if spec.weights is not None:
        evaluator = _weighted(evaluator, spec.weights)
    return game.with_evaluator(evaluator)


def _weighted(evaluator: Evaluator, file: str) -> Evaluator:
    """The same evaluator with the weights of a file: as many, of the same kind."""
    weights, wanted = read_weights(file), evaluator.weights
    if len(weights) != len(wanted):
        raise InputError(
            f"{file} holds {len(weights)} weights, and the evaluator {evaluator.name} has "
            f"{len(wanted)}: they are another evaluator's"
        )
    if not np.can_cast(weights.dtype, wanted.dtype, "same_kind"):
        raise InputError(f"{file} holds fractions, and {evaluator.name} has whole weights")
    return dataclasses.replace(evaluator, weights=weights.astype(wanted.dtype))


def read_weights(file: str) -> npt.NDArray[np.int64] | npt.NDArray[np.float64]:
    """Numbers from a file: an array that NumPy saved (.npy), or a list in JSON."""
    wrong = InputError(f"{file} holds no weights: a list of numbers, in JSON or as .npy, is needed")
    try:
        if Path(file).suffix == ".npy":
            made = np.load(file, allow_pickle=False)
        else:
            made = np.array(json.loads(Path(file).read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise wrong from None
    if made.ndim != 1 or made.dtype.kind not in "iuf" or not np.isfinite(made).all():
        raise wrong
    return np.ascontiguousarray(made)
