"""Compile a kernel in another process, which leaves its machine code in the cache.

This process stays free: it shows a board, answers other requests and lets a stand-in play.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

from counterplay.core.compile.bind import bind, is_ready
from counterplay.core.compile.durations import note_seconds
from counterplay.core.compile.processes import command_for
from counterplay.core.game.game import Game

NICENESS = 10


class BackgroundCompiler:
    """The compilation of one kernel for one game, in another process."""

    def __init__(self, game: Game, kernel: Path) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if not is_ready(game, kernel):
            self._process = subprocess.Popen(
                command_for(__name__),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            assert self._process.stdin is not None
            self._process.stdin.write(pickle.dumps((game, kernel)))
            self._process.stdin.close()

    @property
    def is_running(self) -> bool:
        """Whether the kernel is still being compiled.

        Afterwards `bind` loads it; or compiles it again here, and says what is wrong, if the other
        process failed.
        """
        return self._process is not None and self._process.poll() is None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait at most `seconds` for the compilation. Returns whether it has ended."""
        if self._process is not None:
            try:
                self._process.wait(seconds)
            except subprocess.TimeoutExpired:
                return False
        return True

    def cancel(self) -> None:
        """Stop compiling."""
        if self.is_running and self._process is not None:
            self._process.kill()
            self._process.wait()


def main() -> None:
    """The other process: read a game and a kernel from standard input, and compile.

    It is nicer than others: whoever waits for a board or a move comes first.
    """
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    game, kernel = pickle.load(sys.stdin.buffer)
    note_seconds(game, kernel, bind(game, kernel, is_alone=True).SECONDS)
