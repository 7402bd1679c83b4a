"""The rules of a game for CUDA: the wrappers of `core/compile/rules.py` as device functions."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from counterplay.core.compile import rules
from counterplay.core.game.contract import RULE, takes_data
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.evaluator import Evaluator
from counterplay.core.game.game import Game
from counterplay.core.network.evaluate import KIND

EVALUATIONS = ("from_chances",)
"""Functions that score states; they are not used on a GPU."""

SIZES = ("NET_WORDS", "NET_PAIRS", "NET_VIEWS", "NET_SQUARED", "HAS_FUNCTION")
"""What is compiled in of an evaluator. On the CPU the sizes of a network are data."""


def device_rules(game: Game) -> ModuleType:
    """The rules as CUDA kernels see them. `ctx` is not used: pass 0."""
    if game.shape.is_record:
        raise UnfitError(
            f"{game.name} cannot run on a GPU: its states are records, which need a stack for "
            "each thread. Use a NamedTuple as State"
        )
    rules_here = (game.functions[n] for n in RULE if n in game.functions and n not in EVALUATIONS)
    if any(map(takes_data, rules_here)):
        raise UnfitError(
            f"{game.name} cannot run on a GPU: its rules read run-time data. "
            "Use constants of its file"
        )
    space = ModuleType("rules")
    rules.build(game, space, 0)
    del space.evaluate  # its weights are in the context, which does not exist here
    _define_evaluation(game, space)
    return space


def _define_evaluation(game: Game, space: ModuleType) -> None:
    """What kernels need to evaluate a state: `points(s, p, weights)` of the evaluator's function,
    and the sizes of its network. One number of NET_PAIRS holds two of its sums."""
    evaluator, names = game.evaluator, space.__dict__
    network: Any = None if evaluator is None else evaluator.network
    if network is not None and network.kind != KIND:
        network = None
    names["NET_WORDS"] = 0 if network is None else network.words
    names["NET_PAIRS"] = 0 if network is None else network.width // 2
    names["NET_VIEWS"] = 0 if network is None else network.views
    names["NET_SQUARED"] = network is not None and network.is_squared
    names["HAS_FUNCTION"] = has_points(evaluator)
    score = "0"
    if evaluator is not None and has_points(evaluator):
        names["raw_evaluate"] = evaluator.function
        score = f"as_int64(raw_evaluate({', '.join(['s', *evaluator.asks_for])}))"
        if "p" not in evaluator.asks_for:
            score += " * (1 if player(0, s) == p else -1)"
    exec(f"def points(s, p, weights):\n    return {score}", names)


def has_points(evaluator: Evaluator | None) -> bool:
    """Whether an evaluator has a function that can run on a GPU: it reads no run-time data."""
    return evaluator is not None and evaluator.has_function and "data" not in evaluator.asks_for
