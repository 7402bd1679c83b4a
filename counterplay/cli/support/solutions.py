"""How commands show what solutions and tables say, and how far they have come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from counterplay.cli.support.common import output, progress, say
from counterplay.tablebase.lookup import Entry
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.stats import Stats


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on a terminal; what it gives is told what is being done, and how much of how much."""
    console = progress()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(
            task, description=what, completed=done, total=total
        )


def told(entry: Entry) -> str:
    """An entry in words, for the side to move."""
    if entry.distance is not None:
        return f"{entry.outcome} in {entry.distance}"
    return f"{entry.outcome} ({', '.join(f'{value:g}' for value in entry.values)})"


def entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "outcome": entry.outcome,
        "value": entry.value,
        "values": list(entry.values),
        "distance": entry.distance,
    }


def stats_json(held: Solution) -> dict[str, Any]:
    if held.game.facts.players != 2:
        return {"states": len(held)}
    return counts_json(held.stats)


def counts_json(counts: Stats) -> dict[str, Any]:
    return {
        "states": counts.states,
        "won": counts.won,
        "drawn": counts.drawn,
        "lost": counts.lost,
        "won_in": counts.won_in,
        "lost_in": counts.lost_in,
        "longest_win": None if counts.longest is None else str(counts.longest),
    }


def print_stats(held: Solution) -> None:
    if held.game.facts.players != 2:
        say(output(), f"{len(held):,} positions of {held.game.facts.players} players")
        return
    print_counts(held.stats)


def print_counts(counts: Stats) -> None:
    grid = Grid(box=box.SIMPLE_HEAD)
    for title in ("to move", "positions", "part"):
        grid.add_column(title, justify="left" if title == "to move" else "right")
    for name, number in (("won", counts.won), ("drawn", counts.drawn), ("lost", counts.lost)):
        grid.add_row(name, f"{number:,}", f"{100 * number / max(counts.states, 1):.1f} %")
    output().print(grid)
    if counts.longest is not None:
        say(output(), f"longest win: {max(counts.won_in)} plies, from {counts.longest}")
