"""The compilers of the server: a few at once, however many games people choose.

Each compilation is a process of its own. The others wait for their turn, and a stand-in plays.
"""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from pathlib import Path

from counterplay.core.compile.background import BackgroundCompiler
from counterplay.core.compile.bind import is_ready
from counterplay.core.game.game import Game

LOOK_SECONDS = 0.2
"""How often a compilation looks whether it was cancelled."""


class Compilers:
    """Starts compilations in order, at most `at_once` at the same time."""

    def __init__(self, at_once: int) -> None:
        self._pool = ThreadPoolExecutor(at_once, "counterplay-compiler")

    def begin(self, game: Game, kernel: Path) -> Compilation:
        """Compile a kernel for a game as soon as there is a place."""
        return Compilation(self._pool, game, kernel)

    def close(self) -> None:
        """Begin no other compilation."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Compilation:
    """One kernel for one game: it waits for its turn, is being compiled, or is ready."""

    def __init__(self, pool: ThreadPoolExecutor, game: Game, kernel: Path) -> None:
        self._is_cancelled = threading.Event()
        self._compiler: BackgroundCompiler | None = None
        self._work: Future[None] | None = None
        if not is_ready(game, kernel):
            self._work = pool.submit(self._compile, game, kernel)

    def _compile(self, game: Game, kernel: Path) -> None:
        self._compiler = BackgroundCompiler(game, kernel)
        while not (self._compiler.wait(LOOK_SECONDS) or self._is_cancelled.is_set()):
            pass
        self._compiler.cancel()

    @property
    def is_running(self) -> bool:
        """Whether the kernel is not ready yet."""
        if self._compiler is not None:
            return self._compiler.is_running
        return self._work is not None and not self._work.done()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait at most `seconds` for the compilation. Returns whether it has ended."""
        try:
            if self._work is not None:
                self._work.result(seconds)
        except NotYet:
            return False
        except CancelledError:
            pass
        return True

    def cancel(self) -> None:
        """Stop compiling, or do not begin."""
        self._is_cancelled.set()
        if self._work is not None:
            self._work.cancel()
        if self._compiler is not None:  # at once: the server may be about to end
            self._compiler.cancel()
