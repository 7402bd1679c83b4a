"""Renewal: count the games of a ruleset again when its positions have got other keys.

The position index finds a position by the key that the rules give it. A new version of the program,
or of a file of rules, may give other keys to the same positions. A signature of the keys shows it
(`identity.py`), and the index is made again.

Up to version 2 of the file, the signature of the rules covered the keys, too. There the rules count
as unchanged if the moves of stored games are legal; then their games get the new signature. If they
are not, nothing changes until the rules change again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from counterplay.core.compile.bind import announced
from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.database.counting import count_again
from counterplay.database.encoding import digest, pack
from counterplay.database.identity import Identity, identity
from counterplay.database.query import BATCH, Filter, select
from counterplay.database.rulesets import Ruleset, load_with
from counterplay.database.schema import transaction
from counterplay.database.seal import Connection, DamageError, require_seal
from counterplay.database.stored_game import StoredGame

OLD = ""
"""The keys of a ruleset that was written by version 1 or 2."""

REFUSED = "not "
"""Begins the keys of an old ruleset whose games cannot be played by some rules, whose signature
follows."""

REPLAYED = 200
"""The most games that are replayed by the rules. They are spread over the file."""


class Row(NamedTuple):
    """A row of the table `kinds`."""

    number: int
    name: str
    parameters: str
    rules: str
    source: str
    keys: str
    plies: int


COLUMNS = "id, name, parameters, rules, source, keys, plies"


def renew(connection: Connection, game: Game) -> None:
    """Bring the ruleset of a game up to date, before its positions are looked up."""
    wanted = identity(game)
    if _outdated(connection, wanted):
        text = f"counterplay: counting the games of {game.name} again (the first time only) …"
        with announced(text), transaction(connection):
            for row in _outdated(connection, wanted):  # another process may have done it by now
                _renew(connection, game, wanted, row)


def renew_old(connection: Connection) -> None:
    """Bring up to date what version 1 or 2 wrote, as far as its games can be loaded."""
    rows = _rows(connection, "keys = ? OR keys LIKE ?", OLD, f"{REFUSED}%")
    if rows:
        require_seal(connection)
    for row in rows:
        # Where it fails, `renew` tries it again, and says why, when the game is named.
        with suppress(CounterplayError, DamageError):
            game = load_with(row.source, dict(json.loads(row.parameters)))
            if identity(game)[:2] == (row.name, row.parameters):
                renew(connection, game)


def _outdated(connection: Connection, wanted: Identity) -> list[Row]:
    """The rows of a game whose keys are not those of today."""
    require_seal(connection)
    rows = _rows(connection, "name = ? AND parameters = ?", wanted.name, wanted.parameters)
    return [row for row in rows if _is_outdated(row, wanted)]


def _is_outdated(row: Row, wanted: Identity) -> bool:
    if row.rules == wanted.rules:
        return row.keys != wanted.keys
    is_old = row.keys == OLD or row.keys.startswith(REFUSED)
    return is_old and row.keys != REFUSED + wanted.rules


def _rows(connection: Connection, condition: str, *values: str) -> list[Row]:
    """The rows that fulfil a condition, the latest first: it has most likely the rules of today."""
    query = f"SELECT {COLUMNS} FROM kinds WHERE {condition} ORDER BY id DESC"
    return [Row(*row) for row in connection.execute(query, values).fetchall()]


def _renew(connection: Connection, game: Game, wanted: Identity, row: Row) -> None:
    execute = connection.execute
    old = Ruleset(game, row.number, row.plies, row.rules)
    if row.rules != wanted.rules:
        known = _rows(connection, "name = ? AND parameters = ? AND rules = ?", *wanted[:3])
        if known or not _is_legal(connection, old):
            refused = REFUSED + wanted.rules
            execute("UPDATE kinds SET keys = ? WHERE id = ?", (refused, row.number))
            return
        _seal_again(connection, old, Ruleset(game, row.number, row.plies))
    execute(
        "UPDATE kinds SET rules = ?, keys = ? WHERE id = ?",
        (wanted.rules, wanted.keys, row.number),
    )
    count_again(connection, Ruleset(game, row.number, row.plies))


def _is_legal(connection: Connection, ruleset: Ruleset) -> bool:
    """Whether the moves of a sample of the games are legal by the rules of today."""
    (count,) = connection.execute(
        "SELECT count(*) FROM games WHERE kind = ?", (ruleset.number,)
    ).fetchone()
    step = -(-count // REPLAYED)
    games = islice(select(connection, Filter(ruleset, latest=False)), 0, None, max(step, 1))
    try:
        return all(_is_played_by_the_rules(one) for one in games)
    except CounterplayError:
        return False  # a start position that is none today, or a rule that cannot play the game


def _is_played_by_the_rules(stored: StoredGame) -> bool:
    game, s = stored.game, stored.played.start_state(stored.game)
    for move in stored.played.moves.tolist():
        if move not in _choices(game, s):
            return False
        s = game.result(s, move)
    return True


def _choices(game: Game, s: Any) -> Any:
    """The moves of a state, or its chance outcomes; all numbers if chance is only sampled.

    `Game.actions` gives none after a draw, but people sometimes play on.
    """
    if game.player(s) != CHANCE:
        return game.buffered("actions", s)
    if "chance" in game.functions:
        return [outcome for outcome, _ in game.chance(s)]
    return range(2**63)


def _seal_again(connection: Connection, old: Ruleset, new: Ruleset) -> None:
    """Give the games of a ruleset the checksums that go with its new signature."""
    for batch in _batches(select(connection, Filter(old, latest=False))):
        connection.executemany(
            "UPDATE games SET digest = ? WHERE id = ?",
            [
                (digest(one.played, new.hash_key, pack(one.played.moves)), one.number)
                for one in batch
            ],
        )


def _batches(games: Iterator[StoredGame]) -> Iterator[list[StoredGame]]:
    while batch := list(islice(games, BATCH)):
        yield batch
