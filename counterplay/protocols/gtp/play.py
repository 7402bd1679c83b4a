"""The game that GTP commands play. Each method carries out one command, given its words."""

from __future__ import annotations

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.protocols.gtp import board
from counterplay.protocols.gtp.clock import read_count
from counterplay.protocols.gtp.text import colours_of, player_of
from counterplay.protocols.moves import legal_moves, play_move
from counterplay.protocols.passes import the_pass

LISTED = 40
"""The most legal moves that an error message lists."""


class Play:
    """The current position, and the positions after each earlier command, for `undo`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._path: list[Position] = []
        self.clear()

    @property
    def position(self) -> Position:
        return self._path[-1]

    def moved(self, after: Position) -> None:
        self._path.append(after)

    def clear(self) -> None:
        self._path = [Position(self.game, self.game.initial())]

    def resize(self, words: list[str]) -> bool:
        """Carry out `boardsize`. Return whether the game changed."""
        if len(words) not in (1, 2):
            raise InputError("syntax error: boardsize: a number is needed, or two")
        across, *down = (read_count(word, "boardsize") for word in words)
        return self._change(board.resized(self.game, across, *(down or [across])))

    def set_komi(self, words: list[str]) -> bool:
        """Carry out `komi`, keeping the moves. Return whether the game changed."""
        played = self.position.moves
        is_other = self._change(board.with_komi(self.game, words[0] if words else ""))
        for move in played if is_other else ():
            self.moved(self.position.play(move))
        return is_other

    def _change(self, game: Game) -> bool:
        is_other = game is not self.game
        if is_other:
            self.game = game
            self.clear()
        return is_other

    def set_position(self, words: list[str]) -> str:
        self._path = [self.game.position(" ".join(words))]
        return ""

    def play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise InputError("syntax error: play: a colour and a move are needed")
        position = self.turned(player_of(self.game, words[0]), "illegal move")
        after = play_move(position, words[1])
        if after is None:
            legal = list(legal_moves(position))
            more = ", …" if len(legal) > LISTED else ""
            listed = f"{', '.join(legal[:LISTED])}{more}"
            raise InputError(f"illegal move: {words[1][:20]!r}; legal are: {listed}")
        self.moved(after)
        return ""

    def turned(self, player: int, failing: str) -> Position:
        """The position in which `player` is to move. A forced pass of the other side is played."""
        position = self.position
        if not position.is_over and position.turn != player:
            only = legal_moves(position)
            if len(only) == 1 and (forced := the_pass(only)):
                position = position.play(only[forced])
        if position.is_over:
            raise InputError(f"{failing}: the game is over")
        if position.turn != player:
            raise InputError(f"{failing}: it is the turn of {self._colour(position)}")
        return position

    def undo(self, words: list[str]) -> str:
        """Take back the last command, or one move of the position that was set."""
        if len(self._path) > 1:
            self._path.pop()
        elif self.position.past:
            self._path = [self.position.undo()]
        else:
            raise InputError("cannot undo")
        return ""

    def showboard(self, words: list[str]) -> str:
        position = self.position
        turn = "the game is over" if position.is_over else f"{self._colour(position)} to move"
        return f"\n{self.game.board(position.state)}\n{turn}"

    def all_legal(self, words: list[str]) -> str:
        """The legal moves of a colour, by default of the side to move; none out of turn."""
        position = self.position
        player = player_of(self.game, words[0]) if words else position.turn
        is_turn = not position.is_over and position.turn == player
        return " ".join(legal_moves(position)) if is_turn else ""

    def final_score(self, words: list[str]) -> str:
        return board.final_score(self.position, colours_of(self.game))

    def _colour(self, position: Position) -> str:
        return colours_of(self.game)[position.turn]
