"""Run native code under a clock: the work in a thread, the watch in the caller's."""

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
    """Do `work`; call `halt`, which makes it end soon, when time is up or `stop` is set.

    Native code holds no lock of Python's, so this thread stays awake: Ctrl-C and the like are
    raised once the work has ended.
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
    """How long to sleep before looking again: to the deadline, but not past a possible stop."""
    left = None if deadline is None else max(deadline - time.perf_counter(), 0)
    if stop is None:
        return 0.2 if left is None else min(left, 0.2)
    return POLL_SECONDS if left is None else min(left, POLL_SECONDS)
