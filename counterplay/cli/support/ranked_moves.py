"""The best moves of a game with dice in the terminal: equities, and what each loses."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from counterplay.core.game.results import Result
from counterplay.presentation.ranking import loss_of, ranked
from counterplay.presentation.words import depth
from counterplay.review.equity import equity_text, loss_text


def print_ranked(console: Console, result: Result) -> None:
    """Print the moves of a result: `1. 8/5,6/5 +0.123`, `2. 24/23,13/10 +0.078 (-0.045)`."""
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right", style="red")
    for place, line in enumerate(ranked(result), 1):
        lost = f"({loss_text(result.position, loss_of(line, result))})" if place > 1 else ""
        style = "bold" if place == 1 else None
        table.add_row(f"{place}.", line.move_text, equity_text(line), lost, style=style)
    console.print(table)
    console.print(f"for the side to move, {depth(result)}", style="dim")
