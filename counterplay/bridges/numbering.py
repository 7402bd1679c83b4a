"""Moves as the small numbers that others' programs want: 0 to below some size.

A move is any 64-bit number here, and an action there is one of a few. Where a game declares
`DISTINCT_ACTIONS`, its moves are such numbers already, and mean the same in every state: the action
is the move. Elsewhere the action is the place of the move among the legal ones, smallest first; it
means another move in another state, which a search does not mind and a learner does.
"""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.game.errors import GameError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


@dataclass(frozen=True)
class Numbering:
    """How actions are numbered: `size` of them, and whether an action is the move's own number."""

    size: int
    fixed: bool

    def __str__(self) -> str:
        if self.fixed:
            return f"an action is a move's own number, below {self.size}"
        return f"an action is a move's place among the legal ones, at most {self.size}"

    def actions(self, position: Position) -> list[int]:
        """The legal actions, in ascending order."""
        moves = position.legal_moves
        if not self.fixed:
            return list(range(len(moves)))
        legal = sorted(moves)
        if legal and not 0 <= legal[0] <= legal[-1] < self.size:
            game = position.game
            what = f"actions() gave the moves {legal}, but DISTINCT_ACTIONS={self.size} is declared"
            raise GameError(what, game.path, game.line_of("actions"))
        return legal

    def move_of(self, position: Position, action: int) -> int:
        """The legal move that an action stands for."""
        legal = sorted(position.legal_moves)
        if self.fixed and action in legal:
            return int(action)
        if not self.fixed and 0 <= action < len(legal):
            return legal[action]
        raise InputError(f"action {action} is not legal here: {self.actions(position)}")

    def action_of(self, position: Position, move: int | str) -> int:
        """The action that stands for a legal move, given as a number or in the game's notation."""
        if isinstance(move, str):
            move = position.game.parse_move(position.state, move)
        legal = sorted(position.legal_moves)
        if move not in legal:
            raise InputError(f"{move} is not a legal move here: {legal}")
        return move if self.fixed else legal.index(move)


def numbering_of(game: Game) -> Numbering:
    """The moves' own numbers where the game declares that they are small; else their places."""
    if game.distinct_actions:
        return Numbering(game.distinct_actions, fixed=True)
    return Numbering(game.facts.most_actions, fixed=False)
