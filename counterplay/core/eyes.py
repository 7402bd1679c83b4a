"""Whose eyes a board is drawn for, in games that hide something from their players."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.facts import CHANCE
from counterplay.core.position import Position


def eyes_of(position: Position, people: Sequence[bool]) -> int | None:
    """The player whose view is shown; None for all that there is.

    Where nothing is hidden, where the game is over and where only engines play, everything is
    shown. Otherwise it is what the one person sees; of several at one screen, the one whose turn
    it is, or was last.
    """
    seated = [p for p, is_person in enumerate(people) if is_person]
    if not position.game.facts.hidden or position.over or not seated:
        return None
    turns = [position.player, *map(position.game.player, reversed(position.past))]
    return next((p for p in turns if p in seated), seated[0])


def is_secret(position: Position, ply: int) -> bool:
    """Whether the move at a ply is not for everybody to read: what chance dealt is not, in a game
    that hides something, before it is over."""
    hides = position.game.facts.hidden and not position.over
    return hides and position.game.player(position.past[ply]) == CHANCE
