"""Whose viewer a board is drawn for, in games that hide something from their players."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position


def viewer_of(position: Position, people: Sequence[bool]) -> int | None:
    """The player whose view is shown; None for all that there is.

    Where nothing is hidden, where the game is over and where only engines play, everything is
    shown. Otherwise it is what the one person sees; of several at one screen, the one whose turn
    it is, or was last.
    """
    seated = [p for p, is_person in enumerate(people) if is_person]
    if not position.game.facts.hidden or position.is_over or not seated:
        return None
    states = (position.state, *reversed(position.past))
    return next((p for p in map(position.game.player, states) if p in seated), seated[0])


def is_secret(position: Position, ply: int, viewer: int | None) -> bool:
    """Whether a player may not read the move at a ply: another move would look the same to it, and
    was not its own. Nothing is secret where nothing is hidden, and at the end."""
    game, move = position.game, position.moves[ply]
    if not game.facts.hidden or position.is_over or viewer is None:
        return False
    s = position.past[ply]
    mover = game.player(s)
    if mover == viewer:
        return False
    if mover == CHANCE and "chance" not in game.functions:
        return True
    others = [a for a, _ in game.chance(s)] if mover == CHANCE else game.actions(s)
    seen = game.board(game.result(s, move), viewer)
    return any(a != move and game.board(game.result(s, a), viewer) == seen for a in others)
