"""Judge a decision about the doubling cube, as people think of it: three values, and the best.

    no double       the player rolls
    double, take    the player rolls with the other's cube
    double, drop    the player wins at the present cube

All three are searched to the same number of rolls, so that they can be compared.
"""

from __future__ import annotations

import threading

from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.games.backgammon.board import ANSWER, CHOICE
from counterplay.games.backgammon.match import DOUBLE, DROP, ROLL_DICE, TAKE
from counterplay.review.decision import VERY_BAD, Choice, Decision
from counterplay.review.equity import scale_of
from counterplay.session import Session

DEPTH = 2
"""The depth if the limit has none: the decision and one play of a roll."""


def is_cube_decision(position: Position) -> bool:
    """Whether a player decides about the doubling cube."""
    return position.game.name == "backgammon" and position.state.stage in (CHOICE, ANSWER)


def judge_cube(
    session: Session,
    position: Position,
    played: int,
    limit: Limit,
    stop: threading.Event | None = None,
) -> Decision:
    """What a decision to double or not, or to take or drop, lost."""
    depth, answers = Limit(depth=limit.depth or DEPTH), position.state.stage == ANSWER
    doubled = position if answers else position.play(DOUBLE)

    def value(where: Position, move: int, limit: Limit = depth) -> float:
        return session.search(where, limit, stop=stop, among=[move]).value

    take, drop = -value(doubled, TAKE), -value(doubled, DROP, Limit(depth=1))
    if answers:
        values = {TAKE: -take, DROP: -drop}
        names = {TAKE: "take", DROP: "drop"}
    else:
        values = {ROLL_DICE: value(position, ROLL_DICE), DOUBLE: min(take, drop)}
        names = {ROLL_DICE: "no double", DOUBLE: "double, take" if take <= drop else "double, drop"}
    scale = scale_of(position, position.turn)
    ranked = sorted(values, key=lambda move: -values[move])
    best = values[ranked[0]]
    return Decision(
        ply=len(position.moves),
        player=position.turn,
        roll="",
        played=ranked.index(played),
        choices=tuple(Choice(names[move], scale.equity(values[move])) for move in ranked),
        value=best,
        lost=best - values[played],
        is_cube=True,
        # As in GNU Backgammon, not to double counts only where a double would not be very bad.
        counts=answers or played == DOUBLE or scale.loss(best - values[DOUBLE]) < VERY_BAD,
    )
