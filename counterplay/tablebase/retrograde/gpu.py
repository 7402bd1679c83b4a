"""Passes over a slice by a GPU. The codes stay in its memory until a table is solved.

The GPU runs the same rules and the same visits (`kernel/visits.py`) as the threads, so the codes
are the same, byte for byte.
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
from counterplay.core.game.tablebase_codec import LONGEST, Codes
from counterplay.tablebase.retrograde.solve import Due, Span, raise_fault

KERNEL = Path(__file__).parent / "kernel" / "slices_cuda.py"
REGISTERS = 64
"""The most registers of a thread. The compiler would take about 200, and then an eighth of the
possible threads run at once. With 64, half of them do."""

BLOCKS = 32
"""The number of blocks per multiprocessor, if the slice is large enough."""

SPARE = 2 << 30
"""Bytes that stay free for the local memory of the threads."""

MEGABYTE = 1 << 20
ALL_CODES = 1 << 16


class Gpu:
    """Runs passes on a GPU, or in the CUDA simulator, one block after the other."""

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
            self._wrong: Any = target.cuda.to_device(np.full(1, -1, np.int64))
            self._known_due = np.zeros((2, LONGEST + 1), np.uint8)
            self._due: Any = target.cuda.to_device(self._known_due)
        self._values: Any = None
        self._directory: Any = None

    def lay_out(self, values: Codes, directory: npt.NDArray[np.int64]) -> None:
        self._values = self._directory = None
        with answering(self.target):
            free = self.target.free_memory()
            if values.nbytes + SPARE > free:
                raise InputError(
                    f"this table and those it needs take {-(-values.nbytes // MEGABYTE):,} MB of "
                    f"GPU memory, and {max(0, free - SPARE) // MEGABYTE:,} MB are free: "
                    'use device="cpu"'
                )
            self._values = self.target.cuda.device_array(len(values), np.int16)
            self._values.copy_to_device(values)
            self._directory = self.target.cuda.to_device(directory)

    def run(self, span: Span, task: int, plies: int, due: Due) -> None:
        with answering(self.target):
            if not np.array_equal(due, self._known_due):
                self._due.copy_to_device(due)
            if task == self.kernel.VERIFY:
                self._wrong.copy_to_device(np.full(1, -1, np.int64))
            self._start(span, task, plies)
            self._due.copy_to_host(due)
        self._known_due[:] = due
        if task in (self.kernel.BEGIN, self.kernel.VERIFY):
            self._raise_fault()

    def close(self, span: Span) -> None:
        self._raise_fault()
        with answering(self.target):
            self._start(span, self.kernel.CLOSE, 0)

    def wrong_index(self) -> int:
        with answering(self.target):
            return int(self._wrong.copy_to_host()[0])

    def codes(self, start: int, size: int) -> Codes:
        with answering(self.target):
            codes: Codes = self._values[start : start + size].copy_to_host()
        return codes

    def counts(self, start: int, size: int) -> npt.NDArray[np.int64]:
        """How often each code occurs in a table, beginning with the smallest code, -32768."""
        with answering(self.target):
            counts = self.target.cuda.to_device(np.zeros(ALL_CODES, np.int64))
            self.kernel.count_codes[self._grid(size)](self._values, start, start + size, counts)
            counted: npt.NDArray[np.int64] = counts.copy_to_host()
        return counted

    def wait(self) -> None:
        """Wait until the GPU has finished everything that was started."""
        with answering(self.target):
            self.target.cuda.synchronize()

    def _start(self, span: Span, task: int, plies: int) -> None:
        size, words = span.last - span.first, (span.first, span.last, span.start, span.limit)
        tile = self._threads * -(-size // (self._blocks * self._threads))
        self.kernel.work[self._grid(size)](
            task, plies, min(tile, self.kernel.TILE), self._values, self._directory, words,
            self._due, self._faults, self._wrong,
        )  # fmt: skip

    def _grid(self, size: int) -> tuple[int, int]:
        """The number of blocks to start for `size` positions, and the threads in each."""
        return min(self._blocks, -(-size // self._threads)), self._threads

    def _raise_fault(self) -> None:
        with answering(self.target):
            fault = int(self._faults.copy_to_host()[0])
            if fault:
                self._faults.copy_to_device(np.zeros(1, np.int64))
        raise_fault(self.game, fault)


@contextmanager
def answering(cuda: Any) -> Iterator[None]:
    """Turn an error of the GPU's driver into a sentence."""
    try:
        yield
    except cuda.DriverError as error:
        raise CounterplayError(
            f"the GPU stopped responding: {error}; finished tables are complete, and the same "
            "command continues from there"
        ) from error
