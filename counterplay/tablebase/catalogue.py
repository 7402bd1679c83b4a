"""The endgame tables of a game: which exist, their names, and the order to build them in."""

from __future__ import annotations

from typing import Literal

from counterplay.core.game.errors import GameError, InputError
from counterplay.core.game.game import Game

Metric = Literal["end", "progress"]
"""What a distance counts to: the end of the game, or the next irreversible move (or the end)."""

ONLY_TABLE = "all"
"""The name of the table of a game that has one and does not name it."""


def unfit(game: Game) -> str | None:
    """The reason why a game cannot have endgame tables, in a sentence; None if it can."""
    missing = [name for name in ("index", "state", "size") if name not in game.functions]
    if missing:
        return f"endgame tables need `{missing[0]}`, which {game.name} does not define"
    facts = game.facts
    if facts.players != 2 or facts.chance or facts.hidden or facts.scored or facts.total is None:
        return (
            "endgame tables are for two-player games that end in a win, a draw or a loss, without "
            f"chance, hidden information or a score: {game.name} is not one"
        )
    if facts.superko:
        return (
            f"{game.name} forbids repeated positions (superko), so the value of a position "
            "depends on the game before it"
        )
    return None


def table_name(game: Game, t: int) -> str:
    """The name of table t, for people and file names."""
    return str(game.call("show_table", t)) if "show_table" in game.functions else ONLY_TABLE


def tables_named(game: Game, text: str) -> list[int]:
    """The numbers of the tables that a name stands for: one, or a whole group."""
    if "parse_tables" not in game.functions:
        if text != ONLY_TABLE:
            raise InputError(f"{game.name} has only one table: its name is {ONLY_TABLE}")
        return [0]
    try:
        return list(game.call("parse_tables", text))
    except GameError as error:
        if isinstance(error.__cause__, ValueError):
            raise InputError(str(error.__cause__)) from None
        raise


def tables_below(game: Game, t: int) -> list[int]:
    """The tables that moves from table t lead to. They are needed to build it."""
    return [] if "tables_below" not in game.functions else list(game.call("tables_below", t))


def build_order(game: Game, wanted: list[int]) -> list[int]:
    """The wanted tables and all that they need, each after the tables below it."""
    ordered: dict[int, None] = {}

    def visit(t: int) -> None:
        if t not in ordered:
            for other in tables_below(game, t):
                visit(other)
            ordered[t] = None

    for t in wanted:
        visit(t)
    return list(ordered)
