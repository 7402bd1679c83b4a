"""The database of the server: finished games are saved, and past moves are looked up."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

from counterplay.core.game.errors import CounterplayError
from counterplay.core.game.position import Position
from counterplay.database import Database
from counterplay.web.room import Room

LOG = logging.getLogger(__name__)
SITE = "the page"
"""The site of the games in the database."""
MOST_MOVES = 12
"""The most moves of a position that are shown: those played most."""


class Archive:
    """A database of games. Its methods are called in other threads."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def moves_played(self, position: Position) -> list[dict[str, Any]]:
        """The moves that were played in a position, with their results."""
        moves = self.database.explore(position.game, position)
        return [move.as_json() for move in moves[:MOST_MOVES]]

    def save_job(self, room: Room, players: Sequence[str]) -> Callable[[], None]:
        """A function that saves the game of a room as it is now. If the database cannot be
        written, it logs a warning."""
        game, position, payoffs, id = room.game, room.position, room.payoffs, room.id

        def save() -> None:
            try:
                today = date.today().isoformat()
                self.database.add(
                    game, position, payoffs, players=players, date=today, site=SITE, round=id
                )
            except CounterplayError as error:
                LOG.warning("a game was not saved: %s", error)

        return save
