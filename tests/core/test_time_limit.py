"""A call that takes too long is ended in the line where it is; others are left alone."""

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.time_limit import OvertimeError, TimeLimit, limited_loading


def turn_for_ever() -> None:
    while True:
        pass


def test_an_endless_loop_is_ended() -> None:
    with TimeLimit(0.05) as limit, pytest.raises(OvertimeError):
        limit.call(turn_for_ever)


def test_a_loop_that_catches_exceptions_is_ended() -> None:
    def stubborn() -> None:
        while True:
            try:
                turn_for_ever()
            except Exception:
                continue

    with TimeLimit(0.05) as limit, pytest.raises(OvertimeError):
        limit.call(stubborn)


def test_a_call_in_time_returns_its_value() -> None:
    with TimeLimit(60) as limit:
        assert [limit.call(pow, 2, n) for n in range(3)] == [1, 2, 4]


def test_a_thread_of_its_own_can_be_limited() -> None:
    ended = []

    def work() -> None:
        with TimeLimit(0.05) as limit:
            try:
                limit.call(turn_for_ever)
            except OvertimeError:
                ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_time_between_calls_does_not_count() -> None:
    with TimeLimit(0.05) as limit:
        limit.call(int)
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            pass
        limit.call(int)


def test_a_file_that_never_ends_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "loop.py"
    file.write_text("n = 1\nwhile n:\n    n += 1\n")
    with limited_loading(0.05), pytest.raises(cp.CounterplayError) as refused:
        cp.load(file)
    assert str(refused.value).startswith((f"{file}, line 2: ", f"{file}, line 3: "))
    assert "the file still ran after 0.05 s" in str(refused.value)
    assert "COUNTERPLAY_LOAD_SECONDS" in str(refused.value)


def test_a_loop_that_catches_everything_ends_the_process_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "stubborn.py"
    file.write_text("while True:\n    n = 1\n")
    script = (
        "import counterplay as cp\n"
        "from counterplay.core.game import time_limit\n"
        "time_limit.STUBBORN = 0.05\n"
        "time_limit._raise_in = lambda thread: None  # as if the loop caught it\n"
        f"with time_limit.limited_loading(0.05, is_final=True): cp.load({str(file)!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 2
    assert re.search(r"stubborn.py, line \d: this still ran after 0.05 s", done.stderr)
