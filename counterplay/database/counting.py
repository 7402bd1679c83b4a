"""Counting: the moves that were played in the positions of stored games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from counterplay.core.game.errors import InputError
from counterplay.database import position_index
from counterplay.database.move_counts import Entries, count_moves
from counterplay.database.query import BATCH, Filter, select
from counterplay.database.rulesets import Ruleset
from counterplay.database.seal import Connection
from counterplay.database.walk import Walker

Report = Callable[[int], None]
"""Called with the number of games that are done."""


def count_again(connection: Connection, ruleset: Ruleset, report: Report | None = None) -> None:
    """Make the position index of a ruleset anew, inside a transaction."""
    number = ruleset.number
    for (run,) in connection.execute("SELECT id FROM runs WHERE kind = ?", (number,)).fetchall():
        position_index.drop_run(connection, run)
    for entries in counts(connection, ruleset, ruleset.plies, report):
        position_index.add(connection, number, entries)
    position_index.compact(connection, number)


def counts(
    connection: Connection, ruleset: Ruleset, plies: int, report: Report | None = None
) -> Iterator[Entries]:
    """The counts of moves over the first plies of all games of a ruleset, in batches of games."""
    if plies < 0:
        raise InputError(f"plies={plies} must be a whole number, 0 or more")
    walker, done = Walker(ruleset.game), 0
    stored = select(connection, Filter(ruleset))
    while records := [one.played for one in islice(stored, BATCH)]:
        starts = [ruleset.start_of(record.start) for record in records]
        walked = walker.walk(starts, [record.moves for record in records], plies)
        done += len(records)
        if report is not None:
            report(done)
        yield count_moves(walked, records, ruleset.game.facts.players)
