"""Ctrl-C that asks long work to stop and to keep what it has."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def until_ctrl_c() -> Iterator[threading.Event]:
    """Yield an event that Ctrl-C sets. A second Ctrl-C raises KeyboardInterrupt."""
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
