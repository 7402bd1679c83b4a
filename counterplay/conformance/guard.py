"""Buffers and records that notice wrong writes of plain Python.

NumPy counts a negative index from the end, and a longer buffer takes a write past the end. Compiled
rules check no index at all, so such a write would destroy other memory there.
"""

from __future__ import annotations

import ast
import sys
from types import FrameType
from typing import Any

import numpy as np

from counterplay.conformance.source import expression_at

SPARE = 4096
"""Spare entries behind the move buffer: an overrun is counted and does not raise."""

UNWRITTEN = -(2**63)


class WrongWriteError(Exception):
    """A rule wrote where it must not. `rule` is the kind of fault; the message ends a sentence."""

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        super().__init__(text)


class GuardedArray(np.ndarray[Any, Any]):
    """An array that refuses writes at negative indices, and any write if it is read-only.

    name     what it is called in sentences: `moves`, `out.board`; empty without a guard
    limit    entries from this index on are spare: a write there is noted in `overrun`
    overrun  the first line that wrote past the limit
    """

    name: str = ""
    limit: int | None = None
    overrun: tuple[str, int] | None = None

    def __array_finalize__(self, made_from: Any) -> None:
        self.name, self.limit = "", None

    def __getitem__(self, index: Any) -> Any:
        part = super().__getitem__(index)
        if self.name and isinstance(part, GuardedArray) and np.may_share_memory(part, self):
            part.name = self.name  # a row of a board is guarded, too
        return part

    def __setitem__(self, index: Any, value: Any) -> None:
        if self.name:
            self._check(index, sys._getframe(1))
            if self.dtype.kind in "iu":
                _check_whole(f"{self.name}[…]", value)
        super().__setitem__(index, value)

    def _check(self, index: Any, frame: FrameType) -> None:
        if not self.flags.writeable:
            raise WrongWriteError("purity", f"changes {self.name}: {ADVICE}")
        for i in index if isinstance(index, tuple) else (index,):
            if isinstance(i, (bool, np.bool_)) or not isinstance(i, (int, np.integer)):
                continue
            if i < 0 and (self.name in SIZES or not _is_literal(frame)):
                text = f"writes to {self.name}[{i}]: an index must not be negative"
                raise WrongWriteError("buffer", text)
            if self.limit is not None and i >= self.limit and self.overrun is None:
                self.overrun = (frame.f_code.co_filename, frame.f_lineno)
            if self.ndim == 1 and i >= len(self):
                size = f"declare a larger {SIZES[self.name]}" if self.name in SIZES else LAST
                text = f"writes to {self.name}[{i}], but it has {len(self)} entries: {size}"
                raise WrongWriteError("buffer", text)


SIZES = {
    "moves": "most_actions",
    "outcomes": "most_outcomes",
    "probabilities": "most_outcomes",
    "words": "FEATURE_WORDS",
}
"""The buffers that rules fill, and what says how long they are."""

LAST = "compiled rules check no index, so stay inside the array"
ADVICE = "rules must be pure, so they change neither their arguments nor globals"


def _check_whole(name: str, value: Any) -> None:
    """What is written into integers has no fraction, which would be cut off without a word."""
    if isinstance(value, (int, np.integer)):
        return
    numbers = np.asarray(value)
    if numbers.dtype.kind == "f" and (numbers != np.floor(numbers)).any():
        shown = f"{value:g}" if not numbers.shape else "numbers with a fraction"
        text = f"writes {shown} to {name}, which holds integers: write // for division, or int(…)"
        raise WrongWriteError("fraction", text)


def _is_literal(frame: FrameType) -> bool:
    """Whether the index that a line writes to is a number in the text: `out.board[-1] = 0`."""
    found = expression_at(frame)
    if isinstance(found, ast.Subscript):
        return isinstance(found.slice, ast.UnaryOp) and isinstance(
            found.slice.operand, ast.Constant
        )
    return False


class GuardedRecord:
    """A record whose arrays are guarded. `s` of a rule is read-only; `out` is not."""

    def __init__(self, record: Any, name: str, is_writable: bool) -> None:
        object.__setattr__(self, "guarded_", (record, name, is_writable))

    def __getattr__(self, field: str) -> Any:
        record = self.guarded_[0]
        return self[field] if field in record.dtype.names else getattr(record, field)

    def __getitem__(self, field: Any) -> Any:
        record, name, is_writable = self.guarded_
        value = record[field]
        if not isinstance(value, np.ndarray):
            return value
        part = value.view(GuardedArray)
        part.name = f"{name}.{field}"
        part.flags.writeable = is_writable
        self.__dict__[field] = part  # found without `__getattr__` the next time
        return part

    def __setattr__(self, field: str, value: Any) -> None:
        self[field] = value

    def __setitem__(self, field: Any, value: Any) -> None:
        record, name, is_writable = self.guarded_
        if not is_writable:
            raise WrongWriteError("purity", f"changes {name}.{field}: {ADVICE}")
        if field not in record.dtype.names:
            raise AttributeError(f"State has no field {field!r}")
        if record.dtype[field].base.kind in "iu":
            _check_whole(f"{name}.{field}", value)
        record[field] = value

    def __eq__(self, other: object) -> Any:
        return self.guarded_[0] == getattr(other, "guarded_", (other,))[0]

    __hash__ = None  # type: ignore[assignment]  # as for NumPy's own records


def is_output(value: object) -> bool:
    """Whether a value is a record to write into."""
    return isinstance(value, GuardedRecord) and bool(value.guarded_[2])


def move_buffer(size: int) -> GuardedArray:
    """A buffer for moves with `SPARE` entries behind it; every entry is `UNWRITTEN`."""
    buffer = np.full(size + SPARE, UNWRITTEN, np.int64).view(GuardedArray)
    buffer.name, buffer.limit = "moves", size
    return buffer
