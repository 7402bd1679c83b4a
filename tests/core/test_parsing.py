"""Python text is parsed in one thread at a time."""

import gc
import threading
import time
from collections.abc import Iterator

import pytest

from counterplay.core.parsing import parsed

TEXT = "\n".join(f"x{n} = (({n} + 1) * [{n}, {n}][0])" for n in range(300))


@pytest.fixture
def switching() -> Iterator[None]:
    """Threads take turns whenever Python collects garbage, as in the middle of parsing."""

    def let_others_run(*_: object) -> None:
        time.sleep(0)

    before = gc.get_threshold()
    gc.callbacks.append(let_others_run)
    gc.set_threshold(50)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(let_others_run)


@pytest.mark.usefixtures("switching")
def test_threads_that_parse_at_once_do_not_disturb_each_other() -> None:
    faults = list[BaseException]()

    def parse_often() -> None:
        try:
            for _ in range(6):
                parsed(TEXT)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=parse_often) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
