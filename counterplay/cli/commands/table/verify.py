"""`counterplay table verify`: check every position of tables against its successors."""

from __future__ import annotations

import typer

from counterplay.cli.support.common import GameArgument, SetOption, load_game, output, say
from counterplay.cli.support.tables import (
    FromOption,
    NamesArgument,
    ThreadsOption,
    named_tables,
    open_source,
)
from counterplay.core.game.position import Position
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.solution_file import wrong_row


def verify(
    game: GameArgument,
    names: NamesArgument = None,
    source: FromOption = None,
    threads: ThreadsOption = 0,
    set_: SetOption = None,
) -> None:
    """Check that the value of every position follows from the values of its successors."""
    rules = load_game(game, set_)
    lookup = open_source(rules, source)
    if isinstance(lookup, Solution):
        row = wrong_row(lookup, None, threads)
        wrong = None if row is None else Position(rules, lookup.state_at(row)).text
        _print_verdict(f"{len(lookup):,} positions", wrong)
        return
    for table in named_tables(lookup, names):
        offset = lookup.wrong_offset(table, threads)
        wrong = None if offset is None else f"index {offset}"
        if offset is not None and table.has_state(offset):
            wrong = table.position(offset).text
        _print_verdict(f"{table.name} ({table.metric}): {len(table):,} indices", wrong)


def _print_verdict(what: str, wrong: str | None) -> None:
    if wrong is not None:
        say(output(), f"wrong value: {wrong} contradicts its successors", "bold red")
        raise typer.Exit(1)
    say(output(), f"{what}, all correct", "bold green")
