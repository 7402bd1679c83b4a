"""What a kernel is made of: decorators for its functions, and the context they share.

A kernel is a file of native functions that every game is bound to (`core.bind`). All it writes
to lies in one record, its context: a recursive function then passes one pointer, where separate
arrays would pass seven words each. A kernel's file defines

    CONTEXT            its own fields of the context, beside those of the rules
    @native            on each of its functions
    @entry             on each function that Python calls, as entry(contexts)
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import config, njit, types

from counterplay.core.compile.native import FLAGS, INNER_FLAGS, RULE_FLAGS
from counterplay.core.compile.numba_patches.linking import install
from counterplay.core.compile.numba_patches.recursion import returning
from counterplay.core.compile.rules import fill_context
from counterplay.core.game.errors import GameError, blame

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

install()

native = njit(**INNER_FLAGS)
"""A function of a kernel."""

hot = njit(**RULE_FLAGS)
"""A small function of a kernel whose machine code stands wherever it is called."""

merged = njit(inline="always", **INNER_FLAGS)
"""A function of a kernel that becomes part of those that call it.

Only so can a recursive function be spread over files: Numba joins two functions that call each
other by a pointer which its cache on disk does not restore.
"""


def recursive(function: Any) -> Any:
    """A function of a kernel that calls itself and returns an int64."""
    return native(returning(types.int64)(function))


entry = njit(cache=True, **FLAGS)
"""A function of a kernel that Python calls, with an array of one context; kept on disk."""


@native
def extend_line(ctx, ply, move):
    """The best line of this ply is `move`, then the line of the next ply."""
    length = ctx.line_length[ply + 1]
    ctx.line[ply, 0] = move
    for i in range(length):
        ctx.line[ply, i + 1] = ctx.line[ply + 1, i]
    ctx.line_length[ply] = length + 1


NO_ACTION, TOO_MANY, TOO_LONG, TOO_MUCH = 1, 2, 3, 4
FAULTS = {
    NO_ACTION: ("actions", "gave no move in a state that terminal() does not call over"),
    TOO_MANY: ("actions", "gave more moves than most_actions, or chance() than most_outcomes"),
    TOO_LONG: ("terminal", "lets the game go on after longest_game plies"),
    TOO_MUCH: ("utility", "paid more than best, the highest payoff that is declared"),
}
"""What a kernel may find wrong with the rules, by the number it leaves in `ctx.fault`."""


class Context:
    """The record of one run of a kernel: `array` for native code, `record` for Python."""

    def __init__(self, game: Game, kernel: ModuleType) -> None:
        self.game = game
        self.array = np.zeros(1, kernel.DTYPE)
        self.record: Any = self.array.view(np.recarray)[0]
        fill_context(game, self.array[0])
        self._kept: dict[str, Any] = {}

    def keep(self, name: str, array: Any) -> None:
        """Put an array's address into the field `name`, and the array out of harm's way."""
        self._kept[name] = array
        self.array[name] = array.ctypes.data

    def set_root(self, state: Any) -> None:
        self.array["root"] = self.game.shape.encode(state)

    def call(self, function: Any) -> Any:
        """Run an entry of the kernel on this context."""
        try:
            if config.DISABLE_JIT:
                with np.errstate(over="ignore"):
                    return function(self.array.view(np.recarray))
            return function(self.array)
        except Exception as error:
            raise blame(error, self.game.files, "the rules, in a search") from error

    def complain(self) -> None:
        """Raise what is wrong with the rules, if the kernel found something."""
        fault = int(self.record.fault)
        if fault:
            name, text = FAULTS[fault]
            raise GameError(
                f"{name}() {text}: `counterplay check` shows where",
                self.game.path,
                self.game.line_of(name),
            )
