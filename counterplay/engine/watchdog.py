"""Run native code within a time limit: it works in a new thread, and the caller watches."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

POLL_SECONDS = 0.02


def watch(
    work: Callable[[], None],
    halt: Callable[[], None],
    seconds: float | None,
    stop: threading.Event | None,
) -> None:
    """Run `work`. When time is up or `stop` is set, call `halt`, which makes it end soon.

    Native code releases Python's global lock, so this thread can react. Ctrl-C and similar
    exceptions are raised after the work has ended.
    """
    failure: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    deadline = None if seconds is None else time.perf_counter() + seconds
    thread = threading.Thread(target=run, name="counterplay-search", daemon=True)
    thread.start()
    try:
        while not done.wait(_pause(deadline, stop)):
            late = deadline is not None and time.perf_counter() >= deadline
            if late or (stop is not None and stop.is_set()):
                halt()
                done.wait()
    except BaseException:
        halt()
        done.wait()
        raise
    thread.join()
    if failure:
        raise failure[0]


def _pause(deadline: float | None, stop: threading.Event | None) -> float | None:
    """The seconds to sleep: until the deadline, but short enough to notice `stop`."""
    remaining = None if deadline is None else max(deadline - time.perf_counter(), 0)
    if stop is None:
        return 0.2 if remaining is None else min(remaining, 0.2)
    return POLL_SECONDS if remaining is None else min(remaining, POLL_SECONDS)
