"""What notebooks show of a solution: the value of the start, and counts of the positions."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from counterplay.core.game.errors import InputError
from counterplay.presentation.html_table import table_html
from counterplay.presentation.words import verdict

if TYPE_CHECKING:
    from counterplay.tablebase.solution import Solution
    from counterplay.tablebase.statistics import Stats


def solution_html(solution: Solution) -> str:
    """The solution as HTML. The counts are left out where wins and losses are not counted."""
    game = solution.game
    answer = solution.answer(game.position())
    value = "" if answer is None else f": {verdict(answer)} for the first player"
    title = f"{game.facts.title}{value}; {len(solution):,} positions"
    try:
        counts = counts_html(solution.stats)
    except InputError:  # several players, or expected payoffs
        counts = ""
    return f"<p>{escape(title)}</p>{counts}"


def counts_html(stats: Stats) -> str:
    """A table of the positions by their value for the side to move."""
    names = (("won", stats.won), ("drawn", stats.drawn), ("lost", stats.lost))
    rows = [(name, f"{n:,}", f"{n / max(stats.states, 1):.1%}") for name, n in names]
    return table_html(("to move", "positions", "share"), rows)
