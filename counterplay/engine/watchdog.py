"""Run native code within a time limit: it works in a new thread, and the caller watches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

from counterplay.core.game.errors import CounterplayError

POLL_SECONDS = 0.02

PATIENCE = 2.0
"""How long Ctrl-C waits for native code to end: a loop in the rules may have no end."""

LAST_RESORT = 60
"""How many seconds a search may go on when its time is up."""

ENDLESS = (
    f"the search went on for {LAST_RESORT} seconds when it had to stop: does a loop in the rules "
    "not end? `counterplay check` may find it"
)

abandoned: list[threading.Thread] = []
"""Threads that did not end in that time. They never do, so the process cannot end by itself."""


def watch(
    work: Callable[[], None],
    halt: Callable[[], None],
    seconds: float | None,
    stop: threading.Event | None,
) -> None:
    """Run `work`. When time is up or `stop` is set, call `halt`, which makes it end soon.

    Native code releases Python's global lock, so this thread can react. Ctrl-C and similar
    exceptions are raised after the work has ended, or when it does not end.
    """
    watch_all([work], halt, seconds, stop)


def watch_all(
    works: Sequence[Callable[[], None]],
    halt: Callable[[], None],
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> None:
    """The same, with several works at once. If one raises an exception, the others are halted."""
    failures: list[BaseException] = []
    running, lock, done = len(works), threading.Lock(), threading.Event()

    def run(work: Callable[[], None]) -> None:
        nonlocal running
        try:
            work()
        except BaseException as error:
            failures.append(error)
            halt()
        finally:
            with lock:
                running -= 1
                if not running:
                    done.set()

    deadline = None if seconds is None else time.perf_counter() + seconds
    threads = [
        threading.Thread(target=run, args=(work,), name="counterplay-search", daemon=True)
        for work in works
    ]
    try:  # Ctrl-C may come as soon as the first thread runs
        for thread in threads:
            thread.start()
        while not done.wait(_pause(deadline, stop)):
            late = deadline is not None and time.perf_counter() >= deadline
            if late or (stop is not None and stop.is_set()):
                halt()
                if not any(done.wait(1) for _ in range(LAST_RESORT)):
                    raise CounterplayError(ENDLESS)
    except BaseException as error:
        halt()
        patience = 0 if isinstance(error, CounterplayError) else PATIENCE
        abandoned.extend(_running_after(patience, threads))
        raise
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def _running_after(seconds: float, threads: Sequence[threading.Thread]) -> list[threading.Thread]:
    """The threads that still run after this time. It returns at once when all have ended."""
    end = time.perf_counter() + seconds
    for thread in threads:
        if thread.is_alive():
            thread.join(max(end - time.perf_counter(), 0))
    return [thread for thread in threads if thread.is_alive()]


def _pause(deadline: float | None, stop: threading.Event | None) -> float | None:
    """The seconds to sleep: until the deadline, but short enough to notice `stop`."""
    remaining = None if deadline is None else max(deadline - time.perf_counter(), 0)
    if stop is None:
        return 0.2 if remaining is None else min(remaining, 0.2)
    return POLL_SECONDS if remaining is None else min(remaining, POLL_SECONDS)
