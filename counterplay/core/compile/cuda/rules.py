"""The rules of a game for CUDA: the namespace of `core.rules`, every function on the device."""

from __future__ import annotations

from types import ModuleType

from counterplay.core.compile import rules
from counterplay.core.compile.cuda.target import device, for_cuda
from counterplay.core.compile.native import Twins
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game


def device_rules(game: Game) -> ModuleType:
    """The rules as CUDA kernels see them; for `ctx`, which nobody reads, they are given 0."""
    if game.shape.is_record:
        raise UnfitError(
            f"{game.name} cannot run on a GPU: its states are records, which need a stack of "
            "their own for each thread; states that are a NamedTuple can"
        )
    if game.data is not None:
        raise UnfitError(
            f"{game.name} cannot run on a GPU: its rules read run-time data; "
            "constants of its file can be read there"
        )
    space = ModuleType("rules")
    rules.build(game, space, Twins(space.__name__, for_cuda).of, device, 0)
    del space.evaluate  # an evaluator's weights are reached through the context
    return space
