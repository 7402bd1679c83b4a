"""StoredGame: a game of the database, read from its row and verified by its checksum."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.database.encoding import digest, read_payoffs, unpack
from counterplay.database.rulesets import Ruleset
from counterplay.database.seal import DamageError
from counterplay.formats.json_games.lines import as_json
from counterplay.formats.record import GameRecord

COLUMNS = (
    "games.id, games.kind, games.digest, games.start, games.moves, games.payoffs, games.players, "
    "games.date, games.event, games.site, games.round, games.tags, sources.path"
)
"""The columns that `read_row` expects."""


@dataclass(frozen=True)
class StoredGame:
    """A game of the database.

    number   of its row
    game     the rules
    played   moves, players, payoffs, …
    source   the file that it was imported from
    """

    number: int
    game: Game
    played: GameRecord
    source: str

    @property
    def position(self) -> Position:
        """The position at the end of the game, with all its moves."""
        return self.played.position(self.game)

    def as_json(self) -> dict[str, Any]:
        """The game as a line of JSON has it; moves are in the game's notation."""
        return as_json(self.game, self.played)


def read_row(row: tuple[Any, ...], ruleset_of: Callable[[int], Ruleset]) -> StoredGame:
    """The game of a row; DamageError if its checksum is wrong."""
    number, kind, checksum, start, moves, payoffs, players, date, *rest = row
    event, site, part, tags, source = rest
    damaged = DamageError(f"game {number} has changed since it was written")
    try:
        ruleset = ruleset_of(kind)
        record = GameRecord(
            unpack(moves),
            start,
            read_payoffs(payoffs),
            tuple(players.split("\n")) if players else (),
            date,
            event,
            site,
            part,
            dict(json.loads(tags)) if tags else {},
        )
        is_whole = digest(record, ruleset.hash_key, moves) == checksum
    except (ValueError, TypeError, AttributeError, KeyError):
        raise damaged from None
    if not is_whole:
        raise damaged
    return StoredGame(number, ruleset.game, record, str(source or ""))
