"""The decorators of a kernel's functions, and the context that they share.

A kernel is a file of functions that are compiled for one game (`bind.py`). Its functions are plain
Python; a decorator only marks how `compiler.py` compiles a function. A kernel keeps everything that
it writes in one record, its context: a recursive function then passes one pointer, where separate
arrays would pass seven words each. A kernel's file defines

    CONTEXT            the kernel's own fields of the context, besides those of the rules
    @native            a function that other native functions call
    @hot               the same, small, with its machine code inlined into every caller
    @merged            inlined into every caller before Numba infers types
    @recursive         calls itself, and returns an int64; annotated `-> float`, a float64
    @entry             a function that Python calls, as `name(contexts)`
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from counterplay.core.compile.marks import MARK, entry, hot, marked, merged, native, recursive
from counterplay.core.compile.native import reachable
from counterplay.core.compile.places import line_at
from counterplay.core.compile.rules import fill_context, room
from counterplay.core.compile.switch import is_interpreted
from counterplay.core.game.errors import NATIVE_PLACE, CounterplayError, GameError, blame

if TYPE_CHECKING:
    from counterplay.core.game.game import Game

__all__ = [
    "MARK", "Context", "entry", "extend_line", "hot", "marked", "merged", "native", "recursive",
]  # fmt: skip


@native
def extend_line(ctx, ply, move):
    """Set the principal variation of this ply: `move`, then the variation of the next ply."""
    length = ctx.line_length[ply + 1]
    ctx.line[ply, 0] = move
    for i in range(length):
        ctx.line[ply, i + 1] = ctx.line[ply + 1, i]
    ctx.line_length[ply] = length + 1


NO_ACTION, TOO_MANY, TOO_LONG, TOO_MUCH = 1, 2, 3, 4
FAULTS = {
    NO_ACTION: ("actions", "returned no move in a state where terminal() is False"),
    TOO_MANY: ("actions", "returned more than most_actions moves, or chance() too many outcomes"),
    TOO_LONG: ("terminal", "is still False after longest_game plies"),
    TOO_MUCH: ("utility", "returned more than best, the highest payoff that the facts declare"),
}
"""The faults of a game's rules that a kernel detects, by the number in `ctx.fault`."""


class Context:
    """The context of one run of a kernel: `array` for native code, `record` for Python."""

    def __init__(self, game: Game, kernel: ModuleType) -> None:
        self.game = game
        self.array = np.zeros(1, kernel.DTYPE)
        self.record: Any = self.array.view(np.recarray)[0]
        self._kept: dict[str, Any] = {}
        self._failure: CounterplayError | None = None
        fill_context(game, self.array[0])
        for name, array in room(game).items():
            self.keep(name, array)

    def keep(self, name: str, array: Any) -> None:
        """Write the address of an array into the field `name`, and keep the array alive."""
        self._kept[name] = array
        self.array[name] = array.ctypes.data

    def set_root(self, state: Any) -> None:
        """Set the state from which the kernel starts."""
        self.array["root"] = self.game.shape.encode(state)

    def call(self, function: Any) -> Any:
        """Run an entry of the kernel with this context."""
        try:
            if is_interpreted():
                with np.errstate(over="ignore"):
                    return function(self.array.view(np.recarray))
            return function(self.array)
        except Exception as error:
            self._find_line(error)
            raise blame(error, self.game.files, "the rules, during a search") from error

    def _find_line(self, error: Exception) -> None:
        """Let an exception of guarded rules know the line at which it was raised."""
        place = getattr(error, NATIVE_PLACE, None)
        if place is None:
            return
        functions = [f for f in self.game.functions.values() if isinstance(f, FunctionType)]
        if self.game.evaluator is not None:
            functions.append(self.game.evaluator.function)
        found = line_at(place, reachable(functions))
        if found is not None:
            setattr(error, NATIVE_PLACE, found)

    def attempt(self, function: Any) -> None:
        """The same, in a thread of its own. What it raises is raised by `raise_failure`."""
        try:
            self.call(function)
        except CounterplayError as error:
            self._failure = error

    def raise_failure(self) -> None:
        """Raise what the last `attempt` has raised."""
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def complain(self) -> None:
        """Raise a GameError if the kernel has found a fault in the rules."""
        self.raise_failure()
        fault = int(self.record.fault)
        if fault:
            name, text = FAULTS[fault]
            raise GameError(
                f"{name}() {text}; run `counterplay check` to see a position",
                self.game.path,
                self.game.line_of(name),
            )
