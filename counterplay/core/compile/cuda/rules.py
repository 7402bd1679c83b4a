"""The rules of a game for CUDA: the wrappers of `core/compile/rules.py` as device functions."""

from __future__ import annotations

from types import ModuleType

from counterplay.core.compile import rules
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game


def device_rules(game: Game) -> ModuleType:
    """The rules as CUDA kernels see them. `ctx` is not used: pass 0."""
    if game.shape.is_record:
        raise UnfitError(
            f"{game.name} cannot run on a GPU: its states are records, which need a stack for "
            "each thread. Use a NamedTuple as State"
        )
    if game.data is not None:
        raise UnfitError(
            f"{game.name} cannot run on a GPU: its rules read run-time data. "
            "Use constants of its file"
        )
    space = ModuleType("rules")
    rules.build(game, space, 0)
    del space.evaluate  # its weights are in the context, which does not exist here
    return space
