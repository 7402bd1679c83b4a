"""Ctrl-C ends native code that looks whether it should stop, and leaves other code behind."""

import signal
import threading
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.compile.kernel import Context
from counterplay.engine import watchdog
from counterplay.engine.watchdog import watch, watch_all


@pytest.mark.skipif(not hasattr(signal, "raise_signal"), reason="signals")
def test_ctrl_c_leaves_work_behind_that_never_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.05)
    monkeypatch.setattr(watchdog, "abandoned", [])
    begun, end = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        signal.raise_signal(signal.SIGINT)
        end.wait()

    with pytest.raises(KeyboardInterrupt):
        watch(work, lambda: None, None, None)
    assert begun.is_set() and [thread.is_alive() for thread in watchdog.abandoned] == [True]
    end.set()


def test_a_search_that_does_not_stop_in_time_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "LAST_RESORT", 0)
    monkeypatch.setattr(watchdog, "abandoned", [])
    end = threading.Event()
    with pytest.raises(cp.CounterplayError, match="had to stop"):
        watch(lambda: assert_set(end), lambda: None, 0.01, None)
    assert len(watchdog.abandoned) == 1
    end.set()


def assert_set(end: threading.Event) -> None:
    assert end.wait(60)


def test_a_fault_in_one_thread_halts_the_others() -> None:
    halt = threading.Event()

    def fail() -> None:
        raise cp.GameError("this is wrong")

    def wait() -> None:
        assert halt.wait(60)

    with pytest.raises(cp.GameError, match="this is wrong"):
        watch_all([fail, wait], halt.set)


def test_what_a_helper_thread_raises_is_raised_later_and_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(contexts: Any) -> None:
        raise IndexError("index is out of bounds")

    context = object.__new__(Context)
    context.game, context.array, context._failure = cp.load("nim"), None, None  # type: ignore[assignment]
    thread = threading.Thread(target=context.attempt, args=(fail,))
    thread.start()
    thread.join()
    with pytest.raises(cp.GameError, match="IndexError in the rules"):
        context.raise_failure()
    context.raise_failure()
    assert capsys.readouterr().err == ""
