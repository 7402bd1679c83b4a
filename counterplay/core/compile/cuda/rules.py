"""The rules of a game for CUDA: the wrappers of `core/compile/rules.py` as device functions."""

from __future__ import annotations

from types import ModuleType

from counterplay.core.compile import rules
from counterplay.core.game.contract import RULE, takes_data
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game

EVALUATIONS = ("from_chances",)
"""Functions that score states; they are not used on a GPU."""


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
    return space
