"""Ctrl-C: it asks long work to stop and to keep what it has, and ends work that does not stop."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

STOPPED = 130
"""The exit code after Ctrl-C."""

PATIENCE = 2.0
"""How long Ctrl-C waits for native code that does not look whether it should stop."""

MACHINE_CODE = "counterplay.core.compile.machine_code"
WATCHDOG = "counterplay.engine.watchdog"
"""Modules that are imported when native code is first used: `--help` does not need them."""


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


def end_if_stuck() -> None:
    """End this process if Ctrl-C cannot: Python's main thread waits for native code.

    Python runs no handler of a signal before native code returns, and a loop in the rules of a game
    may never end. So a thread looks what the main thread does some time after Ctrl-C.
    """
    if os.name != "posix" or threading.current_thread() is not threading.main_thread():
        return
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(reader,), name="Ctrl-C", daemon=True).start()


def _watch(reader: int) -> None:
    while number := os.read(reader, 1):
        if number[0] != signal.SIGINT:
            continue
        before = _native_call()
        time.sleep(PATIENCE)
        if before is not None and _native_call() is before:
            print("counterplay: stopped", file=sys.stderr)
            leave(STOPPED)


def _native_call() -> FrameType | None:
    """The call of native code in which the main thread is."""
    if MACHINE_CODE not in sys.modules:
        return None
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    call = sys.modules[MACHINE_CODE].Entry.__call__.__code__
    return frame if frame is not None and frame.f_code is call else None


def is_abandoned() -> bool:
    """Whether Ctrl-C left native code behind that runs on (`engine/watchdog.py`)."""
    return WATCHDOG in sys.modules and bool(sys.modules[WATCHDOG].abandoned)


def leave(code: int) -> NoReturn:
    """End this process at once, although native code still runs."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
