"""`counterplay table list`: the endgame tables of a game in a folder."""

from __future__ import annotations

from counterplay.cli.support.common import (
    GameArgument,
    JsonOption,
    load_game,
    output,
    print_json,
    say,
)
from counterplay.cli.support.tables import FromOption, print_tables
from counterplay.tablebase.tablebase import Tablebase


def list_tables(game: GameArgument, source: FromOption = None, json: JsonOption = False) -> None:
    """List the endgame tables of a game that exist."""
    rules = load_game(game, None)
    tables = Tablebase(rules, source)
    shown = [tables.about(t, metric) for t, metric in tables.paths]
    if json:
        print_json({"folder": str(tables.folder), "tables": shown})
        return
    if not shown:
        say(output(), f"no tables of {rules.name} in {tables.folder}")
        return
    print_tables(shown)
