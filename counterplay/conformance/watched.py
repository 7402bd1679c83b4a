"""A game whose rules are watched while they run as plain Python.

Every call has a time limit. States and global arrays are read-only, move buffers notice wrong
indices, records to write into hold rubbish, and narrow integers that overflow are reported. So what
would crash or mislead compiled code is found before anything is compiled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

from counterplay.conformance.blame import RuleError, blamed
from counterplay.conformance.guard import GuardedArray, GuardedRecord, is_output, move_buffer
from counterplay.conformance.overflow import Overflows
from counterplay.core.compile.native import globals_read, reachable
from counterplay.core.game.contract import EVALUATE, RULE
from counterplay.core.game.errors import CounterplayError, is_interrupt
from counterplay.core.game.game import Game
from counterplay.core.game.returns import described
from counterplay.core.game.time_limit import TimeLimit

RUBBISH = (0x5A, 0x25)
"""The bytes of a record before a rule writes into it, in two calls."""

COMPARED = ("result", "key")
"""The rules whose answers other checks compare."""

ALL_REPEATED, RARELY = 100, 16
"""The first 100 calls of a rule are repeated, and then one call of 16."""

REPEATS = 8
"""The calls that tell a random rule from one that leaves a part of `out` as it was."""


class WatchedGame(Game):
    """A game whose functions are called with guards around them."""

    def run(self, name: str, function: FunctionType, *arguments: Any) -> Any:
        given = [_guarded(name, i, argument) for i, argument in enumerate(arguments)]
        limit: TimeLimit = self.__dict__["limit"]
        try:
            with np.errstate(over="call", divide="call", call=self._overflows):
                returned = limit.call(function, *given)
                self._note_wrapped(name, returned)
                if self._is_repeated(name, given):
                    _compare(name, function, returned, limit.call(function, *given))
                return returned
        except CounterplayError:
            raise
        except BaseException as error:
            if is_interrupt(error):
                raise
            start = function.__code__.co_firstlineno
            raise blamed(error, self.files_of(name), name, start, limit.seconds) from error

    def _is_repeated(self, name: str, given: list[Any]) -> bool:
        """Whether to call a rule twice: at first always, later now and then. Not if it fills a
        buffer or a record, or if another check does it."""
        if name in COMPARED or (name not in RULE and name != EVALUATE.name):
            return False
        if any(isinstance(value, GuardedArray) or is_output(value) for value in given):
            return False
        self._calls[name] += 1
        return self._calls[name] <= ALL_REPEATED or self._calls[name] % RARELY == 0

    def _note_wrapped(self, name: str, returned: Any) -> None:
        """Remember the fields that are too large. Compiled rules wrap around, too, so that a hash
        may do it."""
        if name not in RULE or RULE[name].gives != "state" or not isinstance(returned, tuple):
            return
        for field, value in zip(self.shape.fields, returned, strict=False):
            if type(value) is int and not -(2**63) <= value < 2**64:
                self.wrapped.setdefault(field, name)

    @cached_property
    def wrapped(self) -> dict[str, str]:
        """The fields that were too large for 64 bits, and the rules that returned them."""
        return {}

    @cached_property
    def _calls(self) -> Counter[str]:
        return Counter()

    def buffered(self, name: str, s: Any) -> list[int]:
        """The moves that a rule lists. It must not write past the end of the buffer."""
        most = self.facts.most_actions
        buffer = move_buffer(most)
        n = self.ask(name, s, buffer)
        if buffer.overrun is not None:
            text = f"{name}() writes past the end of `moves`: declare a larger most_actions={most}"
            raise RuleError("buffer", text, *buffer.overrun)
        if not 0 <= n <= most:
            text = f"{name}() returned {n}, but most_actions is {most}"
            raise RuleError("buffer", text, self.path, self.line_of(name))
        return list(buffer[:n].tolist())

    @cached_property
    def _overflows(self) -> Overflows:
        return Overflows(self.files_of("evaluate"))

    def _made(self, name: str, *arguments: Any) -> Any:
        """The state that a rule returns. A record must not depend on what it held before."""
        if not self.shape.is_record:
            return super()._made(name, *arguments)
        try:
            made = [self._written(name, arguments, byte) for byte in RUBBISH]
        except RuleError as error:
            if error.rule != "error":
                raise
            self._written(name, arguments, 0)  # raises the same if rubbish is not the cause
            raise self._about_out(name, "something") from None
        first, second = made
        differing = [f for f in self.shape.fields if first[f].tobytes() != second[f].tobytes()]
        if differing:
            # A random rule gives the same by chance now and then: repeat it some times.
            again = {self._written(name, arguments, RUBBISH[0]).tobytes() for _ in range(REPEATS)}
            if again != {first.tobytes()}:
                text = f"{name}() was another state in a second call: it must be pure"
                raise RuleError("purity", text, self.path, self.line_of(name))
            raise self._about_out(name, ", ".join(_shown(first, second, f) for f in differing))
        return first

    def _written(self, name: str, arguments: tuple[Any, ...], byte: int) -> Any:
        """The record that a rule wrote; before, every byte of it was `byte`."""
        array = np.full(self.shape.dtype.itemsize, byte, np.uint8).view(self.shape.dtype)
        out = array.view(np.recarray)[0]
        self.call(name, *arguments, GuardedRecord(out, "out", is_writable=True))
        return out

    def _about_out(self, name: str, what: str) -> RuleError:
        field = self.shape.fields[0]
        part = "[:]" if self.shape.dtype[field].shape else ""
        copy = f", so copy what stays: out.{field}{part} = s.{field}" if RULE[name].inputs else ""
        text = (
            f"{name}() does not write {what} before it ends or reads it: `out` holds an old state"
            f"{copy}"
        )
        return RuleError("out", text, self.path, self.line_of(name))


def _guarded(name: str, i: int, argument: Any) -> Any:
    """Argument `i` of a rule with a guard: a state is read-only, a buffer knows its name."""
    if isinstance(argument, np.void):
        return GuardedRecord(argument, "s", is_writable=False)
    if type(argument) is np.ndarray and name in RULE and i < len(RULE[name].inputs):
        buffer = argument.view(GuardedArray)
        buffer.name = RULE[name].inputs[i]
        return buffer
    return argument


def _compare(name: str, function: FunctionType, first: Any, second: Any) -> None:
    """Two calls of a rule with the same arguments return the same."""
    plain = (bool, int, float, tuple, np.generic)
    if not isinstance(first, plain) or not isinstance(second, plain):
        return
    if first != second and not (first != first and second != second):  # nan is not itself
        what = (
            "was another state"
            if name in RULE and RULE[name].gives == "state"
            else f"returned {described(first)}, and {described(second)}"
        )
        code = function.__code__
        text = f"{name}() {what} in a second call: it must be pure"
        raise RuleError("purity", text, code.co_filename, code.co_firstlineno)


def _shown(first: Any, second: Any, field: str) -> str:
    """The field of `out` that two calls left different; for some entries of an array, the first."""
    if not first[field].shape:
        return f"out.{field}"
    differs = np.asarray(first[field] != second[field])
    if differs.all():
        return f"out.{field}"
    index = ", ".join(str(i) for i in np.argwhere(differs)[0])
    return f"out.{field}[{index}]"


@contextmanager
def watching(game: Game, seconds: float, is_final: bool = False) -> Iterator[WatchedGame]:
    """The game with guards. Its global arrays are read-only until the block ends.

    is_final   a call that cannot be interrupted may end the process, with its line on stderr
    """
    watched = WatchedGame(**{f.name: getattr(game, f.name) for f in fields(Game)})
    arrays = _arrays(game)
    with TimeLimit(seconds, is_final) as limit:
        watched.__dict__["limit"] = limit
        for array in arrays:
            array.flags.writeable = False
        try:
            yield watched
        finally:
            for array in arrays:
                array.flags.writeable = True


def _arrays(game: Game) -> list[np.ndarray[Any, Any]]:
    """The arrays that the rules can reach and write to: globals, data and weights."""
    functions = [f for f in game.functions.values() if isinstance(f, FunctionType)]
    values: list[Any] = list(game.data or ())
    if game.evaluator is not None:
        functions.append(game.evaluator.function)
        values.append(game.evaluator.weights)
    for function in reachable(functions):
        values += [value for _, value in globals_read(function)]
    found = {id(v): v for v in values if isinstance(v, np.ndarray) and v.flags.writeable}
    return list(found.values())
