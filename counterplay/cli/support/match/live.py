"""Progress of a match: a live table on a terminal, elsewhere a line every few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Generic, TypeVar

from rich.console import Console, Group, RenderableType
from rich.live import Live as RichLive
from rich.text import Text

from counterplay.arena.event import Tally
from counterplay.cli.support.common import say

TABLE_SECONDS = 0.5
LINE_SECONDS = 10.0
HINT = Text("Ctrl-C stops; every finished game is saved", style="dim")


T = TypeVar("T", bound=Tally)


class Live(Generic[T]):
    """Shows the progress of a match or a tournament.

    `table` makes what a terminal shows, `line` what is printed elsewhere. With `quiet`, only a
    terminal shows progress.
    """

    def __init__(
        self,
        console: Console,
        quiet: bool,
        table: Callable[[T], tuple[RenderableType, ...]],
        line: Callable[[T], str],
    ) -> None:
        self.console, self._table, self._line = console, table, line
        self._resumed: int | None = None
        self._quiet = quiet and not console.is_terminal
        self._live = RichLive(console=console, auto_refresh=False, transient=True)
        self._last_shown = float("-inf")

    def __enter__(self) -> Live[T]:
        return self

    def __exit__(self, *error: object) -> None:
        self._live.stop()

    @property
    def resumed(self) -> int:
        """The number of games that were in the file at the start."""
        return self._resumed or 0

    def show(self, tally: T) -> None:
        """Show the current score, unless it was shown a moment ago."""
        if self._resumed is None:  # the first call, before the first game
            self._resumed = len(tally.records)
            if self.console.is_terminal:
                self._live.start()
        pause = TABLE_SECONDS if self.console.is_terminal else LINE_SECONDS
        if self._quiet or time.monotonic() - self._last_shown < pause:
            return
        if self.console.is_terminal:
            self._live.update(Group(*self._table(tally), HINT), refresh=True)
        elif len(tally.records) > self._resumed:
            say(self.console, self._line(tally))
        else:
            return
        self._last_shown = time.monotonic()
