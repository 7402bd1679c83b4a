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
    """Whether the move at a ply is hidden from the viewer."""
    return secrets(position, viewer)[ply]


def secrets(position: Position, viewer: int | None, settled: Sequence[bool] = ()) -> list[bool]:
    """For each move, whether it is hidden from the viewer.

    It is hidden if another player made it and another move would look the same to the viewer. A
    deal of several cards may be seen only when it is complete, so all its cards are looked at. If
    two cards can be exchanged, one is hidden if the other is: a hand may be shown in any order. The
    last card of a deck is hidden if another card was: only who knows the others knows it. Nothing
    is hidden in games without hidden information, and when the game is over.

    `settled` is the answer for an earlier position of the game in which no deal went on.
    """
    game, known = position.game, len(settled)
    if not game.facts.hidden or position.is_over or viewer is None:
        return [False] * position.ply
    hidden = [*settled, *[False] * (position.ply - known)]
    states = (*position.past, position.state)
    boards = ["" if n < known else game.board(s, viewer) for n, s in enumerate(states)]
    movers = [game.player(s) for s in position.past]
    only = set()  # cards of which there was no other
    for ply in reversed(range(known, position.ply)):
        s, move = position.past[ply], position.moves[ply]
        if movers[ply] == viewer:
            continue
        if movers[ply] != CHANCE:
            others = (game.board(game.result(s, a), viewer) for a in game.actions(s) if a != move)
            hidden[ply] = boards[ply + 1] in others
            continue
        dealt = [a for a, _ in game.chance(s)] if "chance" in game.functions else []
        if len(dealt) < 2:
            only.add(ply)
        hidden[ply] = len(dealt) < 2 or any(
            a != move and _is_alike(position, boards, hidden, ply, a, viewer) for a in dealt
        )
    for ply in only if "chance" in game.functions else ():
        dealt = [k for k, mover in enumerate(movers) if mover == CHANCE and k not in only]
        hidden[ply] = any(hidden[k] for k in dealt)
    return hidden


def _is_alike(
    position: Position, boards: list[str], hidden: list[bool], ply: int, other: int, viewer: int
) -> bool:
    """Whether a deal with another card at a ply would look the same to the viewer, who does not
    know that card either. If it is dealt later, the two cards are exchanged; where the rules do not
    allow that, it tells nothing."""
    game, states = position.game, (*position.past, position.state)
    s, exchanged = game.result(states[ply], other), None
    for later in range(ply + 1, len(states)):
        if game.board(s, viewer) != boards[later]:
            return False
        if later == position.ply or game.player(states[later]) != CHANCE:
            break
        move = position.moves[later]
        if move == other:
            exchanged, move = later, position.moves[ply]
        if game.player(s) != CHANCE or move not in dict(game.chance(s)):
            return False
        s = game.result(s, move)
    return exchanged is None or hidden[exchanged]


def seen_moves(position: Position, viewer: int) -> str:
    """The moves so far as a viewer sees them, `?` for those that are hidden: K ? pass bet."""
    shown = [
        "?" if is_hidden else position.game.show_move(s, move)
        for is_hidden, s, move in zip(
            secrets(position, viewer), position.past, position.moves, strict=True
        )
    ]
    return " ".join(shown)
