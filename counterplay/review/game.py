"""Review a whole game: judge each decision of its players."""

from __future__ import annotations

from collections.abc import Iterator

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import chosen_method
from counterplay.engine.expectiminimax.engine import Expectiminimax
from counterplay.review.decision import Decision
from counterplay.review.judge import judge
from counterplay.session import Session


def is_reviewable(game: Game) -> bool:
    """Whether decisions can be judged: two players, dice, and expectiminimax searches it."""
    return game.facts.chance and chosen_method(game) == Expectiminimax.method


def require_reviewable(game: Game) -> None:
    """Raise UnfitError for a game whose decisions cannot be judged."""
    if not is_reviewable(game):
        raise UnfitError(
            f"review is for games of two players with dice, and {game.name} is none: "
            f"`counterplay serve {game.name}` reviews its games on the page"
        )


def decisions_of(session: Session, end: Position, limit: Limit) -> Iterator[Decision]:
    """The decisions that led to a position, in their order."""
    require_reviewable(end.game)
    plies = len(end.moves)
    for ply in range(plies):
        position = end.undo(plies - ply)
        if position.turn != CHANCE:
            yield judge(session, position, end.moves[ply], limit)
