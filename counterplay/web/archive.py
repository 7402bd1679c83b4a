"""The games that were played: every game that ends is kept, and what was played before is shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.position import Position
from counterplay.database import Database
from counterplay.web.rooms import Room

LOG = logging.getLogger(__name__)
SITE = "the page"
MOST_MOVES = 12
"""Moves of a position that are shown, the most played ones."""


class Archive:
    """A database of games, asked and written in other threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def explored(self, position: Position) -> list[dict[str, Any]]:
        """What was played in a position, and how well it did for whoever played it."""
        return [
            one.as_json() for one in self.database.explore(position.game, position)[:MOST_MOVES]
        ]

    def keeping(self, room: Room, names: Sequence[str]) -> Callable[[], None]:
        """What keeps a game that is over, as it is now, with the names of those who played; a
        database that cannot be written to ends no game."""
        game, position, payoffs, id = room.game, room.position, room.paid, room.id

        def keep() -> None:
            try:
                today = date.today().isoformat()
                self.database.add(
                    game, position, payoffs, players=names, date=today, site=SITE, round=id
                )
            except CounterplayError as error:
                LOG.warning("a game is not kept: %s", error)

        return keep
