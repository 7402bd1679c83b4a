"""Balanced openings: openings that a short search scores as nearly even."""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.session import Session

Accept = Callable[[Position], bool]
"""Whether an opening is accepted."""

NODES = 20_000
"""Nodes of the search."""


def balanced(game: Game, most: float) -> Accept:
    """Return a test: is the value of a position within `most` points of an even share?"""
    if not most >= 0:
        raise InputError(f"balanced={most:g} must be 0 or more points")
    session, limit, even = Session(game), Limit(nodes=NODES), game.facts.even_share

    def accept(position: Position) -> bool:
        if position.turn not in range(game.facts.players):
            return True  # chance is to move; both sides get the same dice
        session.new_game()
        return abs(session.search(position, limit).value - even) <= most

    return accept
