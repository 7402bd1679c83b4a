"""Print a review: the choices of each decision, ranked, and the totals of the players."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from counterplay.core.game.game import Game
from counterplay.formats.record import GameRecord
from counterplay.review.decision import GRADES, Decision
from counterplay.review.equity import signed
from counterplay.review.judge import LINES
from counterplay.review.total import Total, total_of

Reviewed = tuple[tuple[str, ...], Game, list[Decision]]
"""The names of the players, empty if unknown; the game; and its decisions."""


def print_heading(console: Console, number: int, game: Game, record: GameRecord) -> None:
    """`1. Anna – Bert`, with the event and the result if they are known."""
    names = record.players if any(record.players) else game.facts.names
    result = ""
    if record.payoffs is not None:
        result = "  " + " : ".join(f"{payoff:+g}" for payoff in record.payoffs)
    event = f"  {record.event}" if record.event else ""
    console.print(Text(f"\n{number}. {' – '.join(names)}{event}{result}", "bold"))


def print_decision(console: Console, decision: Decision, name: str) -> None:
    """What a player did, what it lost, and the choices ranked by their equity."""
    did = f"rolled {decision.roll}" if decision.roll else "cube" if decision.is_cube else "moved"
    lost = f"-{decision.loss:.3f}" if decision.loss > 0 else "0.000"
    head = Text.assemble(
        (f"\n{decision.ply + 1}. ", "dim"), f"{name} {did}: ",
        (decision.choices[decision.played].text, "bold"), f"  {lost} ",
        (decision.grade, "red"),
    )  # fmt: skip
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right", style="red")
    best = decision.choices[0].equity
    for place, choice in enumerate(decision.choices):
        below = f"({choice.equity - best:+.3f})" if place else ""
        style = "bold" if place == decision.played else None
        mark = "*" if place == decision.played else ""
        number = f"{place + 1}." if place < LINES else "  "
        table.add_row(f"   {mark}{number}", choice.text, signed(choice.equity), below, style=style)
    console.print(head)
    console.print(table)


def print_totals(console: Console, games: Sequence[Reviewed]) -> None:
    """A table with a column for each player: over all games if the names stay the same."""
    players = {names if any(names) else game.facts.names for names, game, _ in games}
    if len(players) > 1:
        players = {games[0][1].facts.names}
    (names,) = players
    sides = [[one for _, _, all_ in games for one in all_ if one.player == p] for p in (0, 1)]
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("")
    for name in names:
        table.add_column(Text(name), justify="right")
    has_cube = any(one.is_cube for side in sides for one in side)
    parts = [("plays", False), ("cube", True)] if has_cube else [("moves", False)]
    for title, is_cube in parts:
        kind = [total_of(one for one in side if one.is_cube == is_cube) for side in sides]
        _add(table, title, kind)
    if has_cube:
        _add(table, "all decisions", [total_of(side) for side in sides])
    console.print(table)


def _add(table: Table, title: str, totals: Sequence[Total]) -> None:
    table.add_row(Text(title, "bold"), *(str(one.decisions) for one in totals))
    for grade, _ in GRADES:
        table.add_row(f"  {grade}", *(str(one.grades[grade]) for one in totals))
    table.add_row("  equity lost", *(f"{one.loss:.3f}" for one in totals))
    table.add_row("  per decision", *(f"{one.rate:.4f}" for one in totals))
    table.add_row("  rating", *(one.rating for one in totals))
