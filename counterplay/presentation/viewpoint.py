"""The viewer of a board in games with hidden information: who sees what."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.presentation.deals import deal_at, hidden_cards, likeness


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

    A move of another player is hidden if another move would look the same to the viewer. Cards of a
    deal are hidden if the viewer cannot know them when the deal is complete. Nothing is hidden in
    games without hidden information, and when the game is over.

    `settled` is the answer for an earlier position of the game in which no deal went on.
    """
    game, ply = position.game, len(settled)
    if not game.facts.hidden or position.is_over or viewer is None:
        return [False] * position.ply
    hidden = [*settled, *[False] * (position.ply - ply)]
    states = (*position.past, position.state)
    while ply < position.ply:
        mover, s = game.player(states[ply]), states[ply]
        if mover == CHANCE:
            deal = deal_at(position, ply)
            for card in hidden_cards(position, deal, viewer):
                hidden[card] = True
            ply = deal.stop
            continue
        if mover != viewer:
            others = (a for a in game.actions(s) if a != position.moves[ply])
            is_alike = likeness(game, states[ply + 1], viewer)
            hidden[ply] = any(is_alike(game.result(s, a)) for a in others)
        ply += 1
    return hidden


def seen_moves(position: Position, viewer: int) -> str:
    """The moves so far as a viewer sees them, `?` for those that are hidden: K ? pass bet."""
    shown = [
        "?" if is_hidden else position.game.show_move(s, move)
        for is_hidden, s, move in zip(
            secrets(position, viewer), position.past, position.moves, strict=True
        )
    ]
    return " ".join(shown)
