"""A running search: it has its own thread and answers once."""

from __future__ import annotations

import threading
from collections.abc import Callable

from counterplay.protocols.lines import Speaker


class Thinking:
    """One search, from the command to its answer.

    `work` returns the last line to say. It watches `stopping` and never raises. With `waits` the
    answer is held back until `stop` or `release`. `halt` makes `work` end at once.
    """

    def __init__(
        self,
        work: Callable[[], str],
        say: Speaker,
        *,
        waits: bool,
        halt: Callable[[], None] = lambda: None,
    ) -> None:
        self.stopping = threading.Event()
        self.running = True
        self._work, self._say, self._halt = work, say, halt
        self._may_answer = threading.Event()
        if not waits:
            self._may_answer.set()
        self._thread = threading.Thread(target=self._run, name="counterplay-think", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Answer now."""
        self.release()
        self.stopping.set()
        if self.running:
            self._halt()

    def release(self) -> None:
        """Answer as soon as the work is done."""
        self._may_answer.set()

    @property
    def waits(self) -> bool:
        """Whether the answer is held back."""
        return not self._may_answer.is_set()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        answer = self._work()
        self._may_answer.wait()
        self.running = False  # before the other side can see the answer
        self._say(answer)
