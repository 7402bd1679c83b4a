"""The viewer of a board in games with hidden information: who sees what."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position


def viewer_of(position: Position, people: Sequence[bool]) -> int | None:
    """The player whose view is shown; None shows everything.

    Everything is shown if the game hides nothing, if it is over, or if only engines play. Otherwise
    the viewer is the person who plays. If several people share a screen, it is the one to move, or
    the one who moved last.
    """
    seated = [p for p, is_person in enumerate(people) if is_person]
    if not position.game.facts.hidden or position.is_over or not seated:
        return None
    states = (position.state, *reversed(position.past))
    return next((p for p in map(position.game.player, states) if p in seated), seated[0])


def is_secret(position: Position, ply: int, viewer: int | None) -> bool:
    """Whether the move at a ply is hidden from the viewer.

    It is hidden if another player made it and another move would look the same to the viewer.
    Nothing is hidden in games without hidden information, and when the game is over.
    """
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


def seen_moves(position: Position, viewer: int) -> str:
    """The moves so far as a viewer sees them, `?` for those that are hidden: K ? pass bet."""
    shown = [
        "?" if is_secret(position, ply, viewer) else position.game.show_move(s, move)
        for ply, (s, move) in enumerate(zip(position.past, position.moves, strict=True))
    ]
    return " ".join(shown)
