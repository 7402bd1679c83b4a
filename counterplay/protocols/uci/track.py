"""Where the game stands, as one `position` command after another tells it.

A command repeats all moves of a game. Only those are played that are new.
"""

from __future__ import annotations

from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.core.position import Position
from counterplay.protocols.lines import shortened
from counterplay.protocols.uci.moves import find_move


class Track:
    """The last position that was told; None where that could not be read."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.position: Position | None = Position(game, game.initial())
        self._start, self._moves = "startpos", list[str]()

    def follow(self, start: str, moves: list[str], is_960: bool) -> None:
        """Go where a command says; what is wrong with it is refused, and no position is left."""
        known, self.position = self.position, None
        if known is None or start != self._start:
            known, self._start, self._moves = self.game.position(start), start, []
        same = 0
        for old, new in zip(self._moves, moves, strict=False):
            if old != new:
                break
            same += 1
        known = known.back(len(self._moves) - same)
        self._moves = moves[:same]
        for number, word in enumerate(moves[same:], same + 1):
            known = self._played(known, word, number, is_960)
            self._moves.append(word)
        self.position = known

    def _played(self, position: Position, word: str, number: int, is_960: bool) -> Position:
        state = position.state
        move = find_move(self.game, state, word, is_960)
        if move is None:
            raise InputError(
                f"position: move {number}, {shortened(word)!r}, is not legal in "
                f"{self.game.show_position(state)}, so that no position is set"
            )
        if not position.over:
            return position.play(move)
        after = self.game.result(state, move)  # a draw that nobody has claimed
        return Position(self.game, after, (*position.moves, move), (*position.past, state))


def searchable(position: Position) -> Position | None:
    """The position, or one without its past where a draw could be claimed but the game goes on.

    None where it is drawn whatever happens, or over.
    """
    if not position.over:
        return position
    fresh = Position(position.game, position.state._replace(clock=0))
    return None if fresh.over else fresh
