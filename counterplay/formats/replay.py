"""Replay: play the moves of a game from their text, by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import Source

CACHED_MOVES = 200_000


@lru_cache(64)
def game_of(name: str, parameters: tuple[tuple[str, Any], ...]) -> Game:
    """The game of this name with these parameters, loaded once. Values may be text."""
    return Source(name, parameters).load().with_evaluator(None)


class Replay:
    """Plays games of one kind. It caches the moves it has parsed, since openings repeat."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._moves: dict[tuple[int, str], int] = {}

    def play(self, start: str, moves: Sequence[str], forced: str = "") -> Position:
        """The position after these moves; InputError if one is not legal.

        `forced` is a move that the text leaves out where it is the only one, such as a pass.
        """
        position = self.game.position(start)
        if self.game.facts.superko:  # legal moves depend on the whole path
            for text in moves:
                position = position.play(text)
            return position
        s, played, past = position.state, list(position.moves), list(position.past)
        for text in moves:
            for move in self._moves_of(s, text, forced):
                past.append(s)
                played.append(move)
                s = self.game.result(s, move)
        return Position(self.game, s, tuple(played), tuple(past))

    def _moves_of(self, s: Any, text: str, forced: str) -> Iterator[int]:
        """The move of a text, after the forced one if that is left out."""
        try:
            move = self._move(s, text)
        except InputError:
            if not forced or [self.game.show_move(s, a) for a in self.game.actions(s)] != [forced]:
                raise
            skipped = self._move(s, forced)
            yield skipped
            move = self._move(self.game.result(s, skipped), text)
        yield move

    def _move(self, s: Any, text: str) -> int:
        key = self.game.key(s), text
        if key not in self._moves:
            if len(self._moves) >= CACHED_MOVES:
                self._moves.clear()
            if self.game.player(s) == CHANCE:
                self._moves[key] = Position(self.game, s).play(text).moves[-1]
            else:
                self._moves[key] = self.game.parse_move(s, text)
        return self._moves[key]
