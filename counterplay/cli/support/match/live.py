"""Games as they go on: a table that stays in place on a terminal, elsewhere a line at times."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Generic, TypeVar

from rich.console import Console, Group, RenderableType
from rich.live import Live as RichLive
from rich.text import Text

from counterplay.arena.event import Tally
from counterplay.cli.support.common import say

TABLE_SECONDS = 0.5
LINE_SECONDS = 10.0
ENDING = Text("Ctrl-C ends it; every finished game is kept", style="dim")


T = TypeVar("T", bound=Tally)


class Live(Generic[T]):
    """What is shown while games are played; `found` counts those that a file had already.

    `table` and `line` say how the games stand, on a terminal and elsewhere.
    """

    def __init__(
        self,
        console: Console,
        quiet: bool,
        table: Callable[[T], tuple[RenderableType, ...]],
        line: Callable[[T], str],
    ) -> None:
        self.console, self._table, self._line = console, table, line
        self.found: int | None = None
        self._quiet = quiet and not console.is_terminal
        self._live = RichLive(console=console, auto_refresh=False, transient=True)
        self._shown = float("-inf")

    def __enter__(self) -> Live[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, tally: T) -> None:
        """Show how the games stand, unless that was shown a moment ago."""
        if self.found is None:  # the first call, before the first game
            self.found = len(tally.records)
            if self.console.is_terminal:
                self._live.start()
        pause = TABLE_SECONDS if self.console.is_terminal else LINE_SECONDS
        if self._quiet or time.monotonic() - self._shown < pause:
            return
        if self.console.is_terminal:
            self._live.update(Group(*self._table(tally), ENDING), refresh=True)
        elif len(tally.records) > self.found:
            say(self.console, self._line(tally))
        else:
            return
        self._shown = time.monotonic()
