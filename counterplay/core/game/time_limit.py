"""A time limit for plain Python: a call that takes too long is ended, and its line is known.

A thread looks at the clock and raises `OvertimeError` in the thread that is late, between two of
its bytecodes. So an endless loop ends with a traceback, whose last line is the loop.
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, TypeVar

STUBBORN = 5.0
"""Seconds after which a process ends, if that was asked for, because a loop catches everything that
is raised in it."""

LAST_RESORT = 30.0
"""Seconds after which it ends because no thread runs any more: a loop inside a C function."""

UNUSABLE = 2
"""The exit code of a process that ends so."""

T = TypeVar("T")


class OvertimeError(BaseException):
    """A call took longer than its limit. No `except Exception` of a user's file catches it."""


class TimeLimit:
    """Limits the calls of the thread that enters it to `seconds` each.

    is_final   end the process with the line on stderr if a call cannot be interrupted
    """

    def __init__(self, seconds: float, is_final: bool = False) -> None:
        self.seconds = seconds
        self._is_final = is_final
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._began: float | None = None
        self._ended = threading.Event()

    def __enter__(self) -> TimeLimit:
        self._thread = threading.get_ident()
        self._ended.clear()
        threading.Thread(target=self._watch, name="time limit", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if self._is_final:
            faulthandler.cancel_dump_traceback_later()

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function. Raises `OvertimeError` in it if it takes too long."""
        outer = self._began
        if outer is None:
            self._began = time.monotonic()
        try:
            return function(*arguments)
        finally:
            if outer is None:
                with self._lock:
                    self._began = None

    def _watch(self) -> None:
        late = 0.0
        while not self._ended.wait(min(self.seconds / 4, 0.25)):
            with self._lock:
                began = self._began
                late = 0.0 if began is None else time.monotonic() - began - self.seconds
                if late > 0:
                    _raise_in(self._thread)
            if self._is_final:
                _end_after(self.seconds + LAST_RESORT)  # set again and again while threads run
                if late > STUBBORN:
                    _end_now(self._thread, self.seconds)


def _raise_in(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), ctypes.py_object(OvertimeError)
    )


def _end_now(thread: int, seconds: float) -> None:
    """End the process with a sentence about the line that cannot be interrupted."""
    frame = sys._current_frames().get(thread)
    place = f"{frame.f_code.co_filename}, line {frame.f_lineno}: " if frame else ""
    text = (
        f"this still ran after {seconds:g} s and cannot be interrupted: does it wait, or catch "
        "every exception?"
    )
    print(f"counterplay: {place}{text}", file=sys.stderr, flush=True)
    os._exit(UNUSABLE)


def _end_after(seconds: float) -> None:
    with suppress(Exception):  # no stderr with a file descriptor
        faulthandler.dump_traceback_later(seconds, exit=True, file=sys.__stderr__ or sys.stderr)


loading_seconds: ContextVar[float] = ContextVar("loading_seconds", default=0.0)
"""How long running a game's file may take. 0, as in a user's own program: no limit."""

_loading_is_final: ContextVar[bool] = ContextVar("loading_is_final", default=False)


@contextmanager
def limited_loading(seconds: float, is_final: bool = False) -> Iterator[None]:
    """Let a game's file take at most `seconds` to run; 0 for no limit.

    is_final   end the process if the file cannot be interrupted
    """
    tokens = loading_seconds.set(seconds), _loading_is_final.set(is_final)
    try:
        yield
    finally:
        loading_seconds.reset(tokens[0])
        _loading_is_final.reset(tokens[1])


def call_limited(function: Callable[..., T], *arguments: Any) -> T:
    """Call a function within the limit for loading, if there is one."""
    seconds = loading_seconds.get()
    if not seconds:
        return function(*arguments)
    with TimeLimit(seconds, _loading_is_final.get()) as limit:
        return limit.call(function, *arguments)


class CallLimits:
    """Limits every call of a rule, in all threads of this process. Off until `seconds` is set."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._began: dict[int, float] = {}
        self._lock = threading.Lock()
        self._watcher: threading.Thread | None = None

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function. Raises `OvertimeError` in it if it takes too long."""
        thread = threading.get_ident()
        if not self.seconds or thread in self._began:
            return function(*arguments)
        if self._watcher is None:
            self._watcher = threading.Thread(target=self._watch, name="call limits", daemon=True)
            self._watcher.start()
        self._began[thread] = time.monotonic()
        try:
            return function(*arguments)
        finally:
            with self._lock:
                self._began.pop(thread, None)

    def _watch(self) -> None:
        while True:
            time.sleep(0.25)
            with self._lock:
                latest = time.monotonic() - self.seconds
                for thread, began in self._began.copy().items():
                    if began < latest:
                        _raise_in(thread)


call_limits = CallLimits()
"""The limit of the calls of users' rules as plain Python."""


@contextmanager
def limited_calls(seconds: float) -> Iterator[None]:
    """Let each call of a rule take at most `seconds`, in all threads; 0 for no limit."""
    before, call_limits.seconds = call_limits.seconds, seconds
    try:
        yield
    finally:
        call_limits.seconds = before


CALL_SECONDS = 10.0
"""How long a call of a rule may take in a command, as in `check`."""
