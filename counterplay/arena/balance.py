"""Balanced openings: those in which a short search sees nobody ahead by much."""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.session import Session

Accept = Callable[[Position], bool]
"""Whether an opening will do."""

NODES = 20_000


def balanced(game: Game, most: float) -> Accept:
    """Whether the value of a position is within `most` points of payoff of an even share."""
    if not most >= 0:
        raise InputError(f"balanced={most:g} must be a number of points of payoff from 0 up")
    session, limit, even = Session(game), Limit(nodes=NODES), game.facts.even_share

    def accept(position: Position) -> bool:
        if position.turn not in range(game.facts.players):
            return True  # chance is to move: the dice decide, and both sides throw the same
        session.new_game()
        return abs(session.search(position, limit).value - even) <= most

    return accept
