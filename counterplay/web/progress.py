"""What is being compiled, since when, and how long that usually takes: every page is told.

A page shows a line as long as something is compiled for its game.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from counterplay.core.compile.durations import usual_seconds
from counterplay.core.game.game import Game
from counterplay.web.variants import public_name

QUIET_SECONDS = 1.0
"""What takes less is not told."""

Send = Callable[[dict[str, Any]], None]

ENGINE = "The engine is being compiled. Until it is ready, a simple search in plain Python moves"
FILES = "What reads and writes files is being compiled"


class Progress:
    """The compilations that pages were told about."""

    def __init__(self, broadcast: Send) -> None:
        self._broadcast = broadcast
        self._running: dict[tuple[str, str], tuple[float, float | None]] = {}
        """When each began, and how many seconds it usually takes; by the game and what it is."""

    @contextmanager
    def told(self, game: Game, what: str, usual: float | None) -> Iterator[None]:
        """Tell all pages what is compiled within, if it takes a second or more."""
        name, started = (public_name(game), what), time.monotonic()

        def begin() -> None:
            self._running[name] = started, usual
            self._broadcast(self._message(name))

        timer = asyncio.get_running_loop().call_later(QUIET_SECONDS, begin)
        try:
            yield
        finally:
            timer.cancel()
            if self._running.pop(name, None) is not None:
                self._broadcast(_ended(name))

    def tell(self, send: Send) -> None:
        """Tell a new page about everything that is being compiled."""
        for name in self._running:
            send(self._message(name))

    def _message(self, name: tuple[str, str]) -> dict[str, Any]:
        started, usual = self._running[name]
        passed = round(time.monotonic() - started, 1)
        return {**_ended(name), "seconds": passed, "usual": usual, "over": False}


def _ended(name: tuple[str, str]) -> dict[str, Any]:
    game, what = name
    return {"type": "compiling", "game": game, "text": what, "over": True}


def usual_in_all(kernels: Sequence[tuple[Game, Path]]) -> float | None:
    """How long all these kernels usually take to compile; None if one of them is the first."""
    each = [usual_seconds(game, kernel) for game, kernel in kernels]
    known = [seconds for seconds in each if seconds is not None]
    return sum(known) if len(known) == len(each) else None
