"""Ctrl-C as a wish to end well: the work is asked to stop, and keeps what it has."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def until_ctrl_c() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets; a second one is KeyboardInterrupt."""
    stop = threading.Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
