"""How commands print entries and statistics of solutions and tables, and a progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from counterplay.cli.support.common import output, progress, say
from counterplay.core.game.facts import Facts
from counterplay.core.game.values import is_duel, number_text, winning_chance
from counterplay.tablebase.expected.solution import ExpectedSolution
from counterplay.tablebase.lookup import Entry
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.statistics import Stats

EXPECTED_DECIMALS = 8
UP = 1.05
"""A number times this is not below the number after rounding to two digits."""


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on a terminal. Call the yielded function with the step, the amount that is
    done, and the total."""
    console = progress()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(
            task, description=what, completed=done, total=total
        )


def describe(facts: Facts, entry: Entry) -> str:
    """An entry in words: "win in 5", "draw (0, 0)", or "winning chance 0.53059273"."""
    if entry.distance is not None:
        return f"{entry.outcome} in {entry.distance}"
    if entry.outcome is not None:
        return f"{entry.outcome} ({', '.join(number_text(value) for value in entry.values)})"
    if is_duel(facts):
        return (
            f"winning chance {number_text(winning_chance(facts, entry.value), EXPECTED_DECIMALS)}"
        )
    return f"expected payoff {number_text(entry.value, EXPECTED_DECIMALS)}"


def entry_json(entry: Entry) -> dict[str, Any]:
    return {
        "outcome": entry.outcome,
        "value": entry.value,
        "values": list(entry.values),
        "distance": entry.distance,
    }


def stats_json(solution: Solution) -> dict[str, Any]:
    """The counts of a solution; of one with expected payoffs, the value of the start."""
    if isinstance(solution, ExpectedSolution):
        entry, facts = solution.value(), solution.game.facts
        figures = {"value": entry.value, "values": list(entry.values), "error": solution.error}
        if is_duel(facts):
            figures["winning_chance"] = winning_chance(facts, entry.value)
        return {"states": len(solution), **figures, "sweeps": solution.sweeps}
    if solution.game.facts.players != 2:
        return {"states": len(solution)}
    return counts_json(solution.stats)


def counts_json(counts: Stats) -> dict[str, Any]:
    return {
        "states": counts.states,
        "won": counts.won,
        "drawn": counts.drawn,
        "lost": counts.lost,
        "won_in": counts.won_in,
        "lost_in": counts.lost_in,
        "longest_win": None if counts.longest is None else counts.longest.text,
    }


def print_stats(solution: Solution) -> None:
    if isinstance(solution, ExpectedSolution):
        bound = f"{UP * solution.error:.2g}"
        within = f"every expected payoff is within {bound} of the true one"
        say(output(), f"{len(solution):,} positions, {solution.sweeps:,} sweeps; {within}")
        return
    if solution.game.facts.players != 2:
        say(output(), f"{len(solution):,} positions of {solution.game.facts.players} players")
        return
    print_counts(solution.stats)


def print_counts(counts: Stats) -> None:
    grid = Grid(box=box.SIMPLE_HEAD)
    for title in ("to move", "positions", "share"):
        grid.add_column(title, justify="left" if title == "to move" else "right")
    for name, number in (("won", counts.won), ("drawn", counts.drawn), ("lost", counts.lost)):
        grid.add_row(name, f"{number:,}", f"{100 * number / max(counts.states, 1):.1f} %")
    output().print(grid)
    if counts.longest is not None:
        say(output(), f"longest win: {max(counts.won_in)} plies, from {counts.longest.text}")
