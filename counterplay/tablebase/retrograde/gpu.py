"""Passes over a slice by a GPU, which holds the codes until a table is solved.

The rules and what is done with each place are those of the threads (`kernels/visits.py`), so that
the codes are the same, byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import CounterplayError, InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.tablebase.retrograde.solve import Codes, Due, Span, complain

KERNEL = Path(__file__).parent / "kernel" / "slices_cuda.py"
REGISTERS = 64
"""For each thread at most. The compiler would take about 200 and let an eighth of the threads that
there is room for work at once; so it is half of them."""

BLOCKS = 32
"""Blocks that are started for each multiprocessor of the GPU, where there is enough to do."""

SPARE = 2 << 30
"""Bytes that are left for what each thread holds on its own."""

MEGABYTE = 1 << 20
CODES = 1 << 16


class Gpu:
    """Passes by the threads of a GPU; in the CUDA simulator, one block after the other."""

    target: Any

    def __init__(self, game: Game, registers: int = REGISTERS) -> None:
        from counterplay.core.compile.cuda import why_not

        reason = why_not()
        if reason is not None:
            raise UnfitError(f"tables cannot be solved on a GPU here: {reason}")
        from counterplay.core.compile.cuda import target
        from counterplay.core.compile.cuda.bind import bind_cuda

        self.game, self.target = game, target
        self.kernel: Any = bind_cuda(game, KERNEL)
        target.limit_registers(self.kernel.work, registers)
        with answering(target):
            self._blocks, self._threads = target.room(BLOCKS, self.kernel.THREADS)
            self._faults: Any = target.cuda.to_device(np.zeros(1, np.int64))
            self._found: Any = target.cuda.to_device(np.full(1, -1, np.int64))
            self._known_due = np.zeros((2, self.kernel.LONGEST + 1), np.uint8)
            self._due: Any = target.cuda.to_device(self._known_due)
        self._values: Any = None
        self._book: Any = None

    def lay_out(self, values: Codes, book: npt.NDArray[np.int64]) -> None:
        self._values = self._book = None
        with answering(self.target):
            free = self.target.free_memory()
            if values.nbytes + SPARE > free:
                raise InputError(
                    f"this table and those it needs take {-(-values.nbytes // MEGABYTE):,} MB on "
                    f"the GPU, which has {max(0, free - SPARE) // MEGABYTE:,} MB to spare: "
                    'solve it with device="cpu"'
                )
            self._values = self.target.cuda.device_array(len(values), np.int16)
            self._values.copy_to_device(values)
            self._book = self.target.cuda.to_device(book)

    def run(self, span: Span, task: int, plies: int, due: Due) -> None:
        with answering(self.target):
            if not np.array_equal(due, self._known_due):
                self._due.copy_to_device(due)
            if task == self.kernel.VERIFY:
                self._found.copy_to_device(np.full(1, -1, np.int64))
            self._start(span, task, plies)
            self._due.copy_to_host(due)
        self._known_due[:] = due
        if task in (self.kernel.BEGIN, self.kernel.VERIFY):
            self._complain()

    def close(self, span: Span) -> None:
        self._complain()
        with answering(self.target):
            self._start(span, self.kernel.CLOSE, 0)

    def found(self) -> int:
        with answering(self.target):
            return int(self._found.copy_to_host()[0])

    def codes(self, start: int, size: int) -> Codes:
        with answering(self.target):
            codes: Codes = self._values[start : start + size].copy_to_host()
        return codes

    def counts(self, start: int, size: int) -> npt.NDArray[np.int64]:
        """How many places of a table have each code, from the least code, -32768, on."""
        with answering(self.target):
            counts = self.target.cuda.to_device(np.zeros(CODES, np.int64))
            self.kernel.count_codes[self._grid(size)](self._values, start, start + size, counts)
            counted: npt.NDArray[np.int64] = counts.copy_to_host()
        return counted

    def wait(self) -> None:
        """Until all that was started is done."""
        with answering(self.target):
            self.target.cuda.synchronize()

    def _start(self, span: Span, task: int, plies: int) -> None:
        size, words = span.last - span.first, (span.first, span.last, span.start, span.limit)
        tile = self._threads * -(-size // (self._blocks * self._threads))
        self.kernel.work[self._grid(size)](
            task, plies, min(tile, self.kernel.TILE), self._values, self._book, words, self._due,
            self._faults, self._found,
        )  # fmt: skip

    def _grid(self, size: int) -> tuple[int, int]:
        """How many blocks to start for so many places, and threads in each."""
        return min(self._blocks, -(-size // self._threads)), self._threads

    def _complain(self) -> None:
        with answering(self.target):
            fault = int(self._faults.copy_to_host()[0])
            if fault:
                self._faults.copy_to_device(np.zeros(1, np.int64))
        complain(self.game, fault)


@contextmanager
def answering(cuda: Any) -> Iterator[None]:
    """Say in a sentence that the GPU has gone."""
    try:
        yield
    except cuda.DriverError as error:
        raise CounterplayError(
            f"the GPU stopped answering: {error}; what was finished stays finished"
        ) from error
