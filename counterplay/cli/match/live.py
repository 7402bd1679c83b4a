"""A match as it goes on: a table that stays in place on a terminal, elsewhere a line at times."""

from __future__ import annotations

import time
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live as RichLive
from rich.text import Text

from counterplay.arena.result import elo_text
from counterplay.arena.tally import Tally
from counterplay.cli.common import say
from counterplay.cli.match.table import details, heading, players_table

TABLE_SECONDS = 0.5
LINE_SECONDS = 10.0


class Live:
    """What is shown while games are played; `found` counts those that a file had already."""

    def __init__(self, console: Console, quiet: bool) -> None:
        self.console = console
        self.found: int | None = None
        self._quiet = quiet and not console.is_terminal
        self._live = RichLive(console=console, auto_refresh=False, transient=True)
        self._shown = float("-inf")

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def show(self, tally: Tally) -> None:
        """Show how the match stands, unless that was shown a moment ago."""
        if self.found is None:  # the first call, before the first game
            self.found = len(tally.records)
            if self.console.is_terminal:
                self._live.start()
        pause = TABLE_SECONDS if self.console.is_terminal else LINE_SECONDS
        if self._quiet or time.monotonic() - self._shown < pause:
            return
        if self.console.is_terminal:
            self._live.update(_table(tally), refresh=True)
        elif len(tally.records) > self.found:
            say(self.console, _line(tally))
        else:
            return
        self._shown = time.monotonic()


def _table(tally: Tally) -> Group:
    result = tally.result()
    lines = [Text(f"{name:<8}  {text}") for name, text in details(result)]
    return Group(
        Text(heading(result), style="bold"),
        players_table(result),
        *lines,
        Text("Ctrl-C ends the match; every finished game is kept", style="dim"),
    )


def _line(tally: Tally) -> str:
    result = tally.result()
    points = f"+{result.wins} ={result.draws} -{result.losses}"
    return f"{result.played} of {result.planned} games: {points}, {elo_text(result)}"
