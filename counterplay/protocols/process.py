"""Another program that is talked to in lines: started, asked, and always ended."""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import IO

from counterplay.core.game.errors import CounterplayError

END_SECONDS = 1.0
"""Seconds that a program may take to end after it is asked to."""
LONGEST_LINE = 65_536
MOST_LINES = 10_000
"""The most unread lines. A program that writes more is blocked until they are read."""


class ProgramError(CounterplayError):
    """A program ended, did not answer, or gave an answer that makes no sense."""


class RefusalError(ProgramError):
    """The program answered that a command failed."""


class LineProcess:
    """A running program. `send` writes a line to it, `lines` reads its answers.

    It has its own process group, so Ctrl-C at the terminal reaches only this process, which then
    closes the program. The program always ends with this process.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.command = tuple(command)
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise ProgramError(f"{self.command[0]} cannot be started: {reason}") from None
        _RUNNING.add(self)
        self._said: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._complaint = ""
        assert self._process.stdout is not None and self._process.stderr is not None
        self._readers = [
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise ProgramError(self._obituary()) from None

    def close_input(self) -> None:
        """Tell the program that no line follows."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def lines(self, seconds: float, awaited: str) -> Iterator[str]:
        """The lines that the program writes within `seconds`. Then raise ProgramError."""
        deadline = time.perf_counter() + seconds
        while True:
            left = deadline - time.perf_counter()  # also for a program that writes without end
            try:
                if left <= 0:
                    raise queue.Empty
                line = self._said.get(timeout=left)
            except queue.Empty:
                raise ProgramError(f"no {awaited} in {seconds:.3g} s") from None
            if line is None:
                raise ProgramError(f"{self._obituary()}, and sent no {awaited}")
            yield line

    def close(self, farewell: str | None = None) -> None:
        """End the program: ask it by the line `farewell`, then kill it."""
        _RUNNING.discard(self)
        if farewell is not None and self.alive:
            with contextlib.suppress(ProgramError):
                self.send(farewell)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_SECONDS)
        self._kill()
        self._process.wait()
        deadline = time.perf_counter() + END_SECONDS
        while self._readers[0].is_alive() and time.perf_counter() < deadline:
            with contextlib.suppress(queue.Empty):  # make room, so that the reader can finish
                self._said.get(timeout=0.01)
        for reader in self._readers:
            reader.join(END_SECONDS)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _kill(self) -> None:
        """Kill the program and all processes that it started."""
        if sys.platform == "win32":
            self._process.kill()
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _listen(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._said.put(line.decode(errors="replace").strip())
        self._said.put(None)

    def _overhear(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                self._complaint = line.decode(errors="replace").strip() or self._complaint

    def _obituary(self) -> str:
        """How the program ended, and the last line of its error stream."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)
        self._readers[1].join(0.1)
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with exit code {code}"
        return f"it {how}{f' ({self._complaint})' if self._complaint else ''}"


_RUNNING: set[LineProcess] = set()


@atexit.register
def end_all() -> None:
    """End every program that this process has started."""
    for process in tuple(_RUNNING):
        process.close()
