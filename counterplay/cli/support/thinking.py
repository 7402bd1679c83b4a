"""A search in front of a person: it shows what it sees so far, and Ctrl-C makes it answer now."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from types import FrameType

from rich.console import Console
from rich.status import Status
from rich.text import Text

from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.presentation.words import depth
from counterplay.review.equity import verdict
from counterplay.session import Session

LEAVE_SECONDS = 2.0
"""A second Ctrl-C within this time leaves; after it, it asks again for an answer now."""


@dataclass(frozen=True)
class Answer:
    """What the session found, and whether Ctrl-C cut the search short."""

    result: Result
    is_stopped: bool


class Thinker:
    """A session, kept for a whole game, and the console on which its search is shown."""

    def __init__(self, session: Session, console: Console) -> None:
        self.session, self.console = session, console
        self._interrupted = float("-inf")

    def move(self, position: Position, limit: Limit, title: str) -> Answer:
        """The move to play, from book, tables or search."""
        return self._ask(self.session.move, position, limit, title)

    def analyse(
        self, position: Position, limit: Limit, title: str, lines: int | None = None
    ) -> Answer:
        """What a position is worth, and the `lines` best moves, from tables or search."""
        return self._ask(partial(self.session.analyse, lines=lines), position, limit, title)

    def _ask(
        self, question: Callable[..., Result], position: Position, limit: Limit, title: str
    ) -> Answer:
        """Ask. Ctrl-C ends the search with its best answer so far; a second one raises
        KeyboardInterrupt."""
        with self._status(title) as status, self._ctrl_c() as stop:

            def report(found: Result) -> None:
                if status is not None:
                    how = " at" if found.is_finished else ","
                    line = " ".join(found.line_text)
                    seen = f"{verdict(found)}{how} {depth(found)}: {line}"
                    status.update(self._in_one_line(title, seen))

            result = question(position, limit, stop=stop, report=report)
        return Answer(result, stop.is_set())

    def _status(self, title: str) -> Status | nullcontext[None]:
        if not self.console.is_terminal:
            return nullcontext()
        return self.console.status(self._in_one_line(title, ""))

    def _in_one_line(self, title: str, seen: str) -> Text:
        text = Text.assemble(f"{title} (Ctrl-C: answer now)  ", (seen, "dim"))
        text.truncate(self.console.width - 4, overflow="ellipsis")
        return text

    @contextmanager
    def _ctrl_c(self) -> Iterator[threading.Event]:
        stop = threading.Event()

        def interrupt(number: int, frame: FrameType | None) -> None:
            now = time.monotonic()
            if now - self._interrupted < LEAVE_SECONDS:
                raise KeyboardInterrupt
            self._interrupted = now
            stop.set()

        before = signal.signal(signal.SIGINT, interrupt)
        try:
            yield stop
        finally:
            signal.signal(signal.SIGINT, before)
