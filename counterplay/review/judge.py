"""Judge one decision: search the best moves and the one that was played to the same depth."""

from __future__ import annotations

import threading

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.review.cube import is_cube_decision, judge_cube
from counterplay.review.decision import Choice, Decision
from counterplay.review.equity import scale_of
from counterplay.session import Session

LINES = 5
"""How many of the best moves are kept."""


def judge(
    session: Session,
    position: Position,
    played: int,
    limit: Limit,
    stop: threading.Event | None = None,
) -> Decision:
    """What a move lost, compared with the best one. The search of the best moves has the limit."""
    if is_cube_decision(position):
        return judge_cube(session, position, played, limit, stop)
    ply, roll = len(position.moves), _roll_of(position)
    if len(position.legal_moves) == 1:
        only = Choice(position.show_move(played), 0.0)
        return Decision(ply, position.turn, roll, 0, (only,), counts=False)
    found = session.search(position, limit, stop=stop, lines=LINES)
    values = {line.move: line.value for line in (found, *found.alternatives)}
    if played not in values:
        depth = Limit(depth=max(found.depth, 1))
        values[played] = session.search(position, depth, stop=stop, among=[played]).value
    scale = scale_of(position, position.turn)
    ranked = sorted(values, key=lambda move: -values[move])
    return Decision(
        ply=ply,
        player=position.turn,
        roll=roll,
        played=ranked.index(played),
        choices=tuple(
            Choice(position.show_move(move), scale.equity(values[move])) for move in ranked
        ),
        value=values[ranked[0]],
        lost=values[ranked[0]] - values[played],
    )


def _roll_of(position: Position) -> str:
    """The roll before a decision; empty if there was none."""
    if not position.past or position.game.player(position.past[-1]) != CHANCE:
        return ""
    return position.game.show_move(position.past[-1], position.moves[-1])
