"""The commands that UCI and UGI share: greeting, options, readiness, one search at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from counterplay.core.game.errors import InputError
from counterplay.protocols.lines import Closing, Speaker
from counterplay.protocols.loading import Loading
from counterplay.protocols.options import Option, Options
from counterplay.protocols.thinking import Thinking

if TYPE_CHECKING:
    from counterplay.core.game.position import Position

Command = Callable[[str], None]


class Talk:
    """A conversation in the protocol whose first command is `word`. At most one search runs.

    settings   the options and their values
    loading    loads and compiles before `readyok`
    thinking   the last search, if there was one
    """

    def __init__(
        self,
        word: str,
        say: Speaker,
        version: str,
        options: tuple[Option, ...],
        compile: Callable[[], None],
        load: Callable[[], None] = lambda: None,
    ) -> None:
        self.say, self._word, self._version = say, word, version
        self.settings = Options(options)
        self.loading = Loading(compile, self.complain, load)
        self.thinking: Thinking | None = None
        self._spent = 0.0
        """Seconds that reading the last position took; the clock runs meanwhile."""

    @property
    def commands(self) -> dict[str, Command]:
        """The commands that UCI and UGI share."""
        return {
            self._word: self._greet,
            "isready": lambda rest: self.loading.tell(self.say, "readyok"),
            "stop": self._stop,
            "quit": self._quit,
        }

    def complain(self, text: str) -> None:
        """Say what is wrong, in one line."""
        self.say(f"info string {' '.join(text.split())}")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Measure how long reading a position takes: the clock runs meanwhile."""
        came = time.perf_counter()
        yield
        self._spent = time.perf_counter() - came

    def came(self) -> tuple[float, float]:
        """When the clock started for `go`, and the seconds that were spent before it. A search that
        was stopped is waited for. Raise InputError while another one is running."""
        came, spent = time.perf_counter(), self._spent
        self._spent = 0.0
        if self.thinking is not None and self.thinking.running:
            if not (self.thinking.stopping.is_set() and self.loading.ready.is_set()):
                raise InputError("go: a search is under way already; send stop first")
            self.thinking.join()
        return came - spent, spent

    def begin(self, thinking: Thinking) -> None:
        """Start a search, after the answer of the one before, which may be on its way."""
        if self.thinking is not None:
            self.thinking.join()
        self.thinking = thinking
        thinking.start()

    def show(self, position: Position | None) -> None:
        """The board, for people."""
        if position is None:
            raise InputError("no position is set")
        game, state = position.game, position.state
        self.say(*game.board(state).splitlines(), f"Fen: {game.show_position(state)}")

    def close(self) -> None:
        """Stop the running search."""
        if self.thinking is not None:
            self.thinking.stop()
            if self.loading.ready.is_set():
                self.thinking.join()

    def _greet(self, rest: str) -> None:
        self.say(
            f"id name Counterplay {self._version}",
            "id author the authors of Counterplay",
            *self.settings.declared(),
            f"{self._word}ok",
        )
        self.loading.begin()

    def _stop(self, rest: str) -> None:
        if self.thinking is not None:
            self.thinking.stop()

    def _quit(self, rest: str) -> None:
        raise Closing
