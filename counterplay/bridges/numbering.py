"""Numbering of moves: other libraries want actions from 0 to below some size.

Here a move is any 64-bit number. If a game declares `DISTINCT_ACTIONS`, its moves are small numbers
already and mean the same in every state: the action is the move. Otherwise the action is the index
of the move among the sorted legal moves. Then the same action is a different move in another state.
A search does not mind, but a learner does.
"""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.game.errors import GameError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


@dataclass(frozen=True)
class Numbering:
    """How actions are numbered: how many there are, and whether an action is the move itself."""

    size: int
    fixed: bool

    def __str__(self) -> str:
        if self.fixed:
            return f"an action is the move itself, a number below {self.size}"
        return f"an action is the index of a move among the legal moves, below {self.size}"

    def actions(self, position: Position) -> list[int]:
        """Return the legal actions in ascending order."""
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
        """Return the legal move of an action."""
        legal = sorted(position.legal_moves)
        if self.fixed and action in legal:
            return int(action)
        if not self.fixed and 0 <= action < len(legal):
            return legal[action]
        raise InputError(f"action {action} is not legal here: {self.actions(position)}")

    def action_of(self, position: Position, move: int | str) -> int:
        """Return the action of a legal move, which is a number or text in the game's notation."""
        if isinstance(move, str):
            move = position.game.parse_move(position.state, move)
        legal = sorted(position.legal_moves)
        if move not in legal:
            raise InputError(f"{move} is not a legal move here: {legal}")
        return move if self.fixed else legal.index(move)


def numbering_of(game: Game) -> Numbering:
    """Return the numbering: moves themselves if the game declares small ones, else indices."""
    if game.distinct_actions:
        return Numbering(game.distinct_actions, fixed=True)
    return Numbering(game.facts.most_actions, fixed=False)
