"""Print an ablation as a table, with notes below it."""

from __future__ import annotations

from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table

from counterplay.arena.result import elo_text
from counterplay.cli.support.common import say
from counterplay.experiments.ablation.result import Ablation, Row, ratio_text
from counterplay.experiments.ablation.run import LEAST_NODES
from counterplay.presentation.words import count

NOTHING = "–"
PAGE_WIDTH = 120
"""The width of a table that is written to a file or a pipe."""


def heading(found: Ablation) -> str:
    """One line that says what was measured."""
    how = "exact search" if found.depth is None else f"depth {found.depth}"
    where = "" if found.plies is None else f" after {count(found.plies, 'plies')} at random"
    return f"{found.game}: {how}, {count(len(found.positions), 'positions')}{where}"


def ablation_table(found: Ablation) -> Table:
    """A row for the baseline, each variant, and minimax."""
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("switched", no_wrap=True)
    for name in ("nodes", "× nodes", "CPU s", "× time"):
        table.add_column(name, justify="right")
    has_branching = found.depth is not None
    is_played = any(row.match is not None for row in found.rows)
    names = ["branching"] if has_branching else []
    names += ["same move", "same value"]
    names += ["Elo lost"] if is_played else []
    for name in names:
        table.add_column(name, justify="right")
    for row in (found.baseline, *found.rows):
        cells = [f"{row.nodes:,}", ratio_text(row, row.nodes_ratio), f"{row.seconds:.2f}",
                 ratio_text(row, row.time_ratio)]  # fmt: skip
        if has_branching:
            cells.append(NOTHING if row.branching is None else f"{row.branching:.2f}")
        cells += [f"{same}/{row.compared}" for same in (row.same_moves, row.same_values)]
        if is_played:
            cells.append(_elo(row))
        table.add_row(row.name, *cells, style="bold" if row is found.baseline else None)
    if found.minimax is not None:
        nodes, ratio = found.minimax.nodes, found.minimax.nodes_ratio
        table.add_row(found.minimax.name, f"≈ {nodes:.2g}", f"≈ {ratio:.2g}", style="dim")
    return table


def print_ablation(console: Console, found: Ablation) -> None:
    """Print the table, what its signs mean, and the techniques that were not measured."""
    if not console.is_terminal:
        console.width = max(console.width, PAGE_WIDTH)
    console.print(ablation_table(found))
    if any(row.stopped for row in found.rows):
        most = f"{found.cap:g} times the baseline's nodes, or {LEAST_NODES:,}"
        say(console, f"≥: stopped after {most}; --cap allows more")
    if found.minimax is not None:
        say(console, "≈: estimated by random paths (Knuth 1975)")
    idle = sorted(found.idle, key=lambda one: one.reason)
    for reason, group in groupby(idle, key=lambda one: one.reason):
        say(console, f"not measured: {', '.join(one.technique for one in group)} ({reason})")


def _elo(row: Row) -> str:
    return NOTHING if row.match is None else elo_text(row.match).removeprefix("Elo ")
