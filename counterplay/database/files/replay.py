"""Moves that are written down, played through by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import load

MOST_KNOWN = 200_000


@lru_cache(64)
def game_of(name: str, parameters: tuple[tuple[str, Any], ...]) -> Game:
    """A game by its name, loaded once; texts are read as they are on a command line."""
    return load(name, **dict(parameters)).with_evaluator(None)


class Replay:
    """Plays games of one kind through, and remembers what a move was called in a position."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[tuple[int, str], int] = {}

    def play(self, start: str, moves: Sequence[str]) -> Position:
        """The position after moves in the game's notation; InputError where one is not legal."""
        position = self.game.position(start)
        if self.game.facts.superko:  # whether a move is legal depends on the path
            for text in moves:
                position = position.play(text)
            return position
        s, played, past = position.state, list(position.moves), list(position.past)
        for text in moves:
            move = self._move(s, text)
            past.append(s)
            played.append(move)
            s = self.game.result(s, move)
        return Position(self.game, s, tuple(played), tuple(past))

    def _move(self, s: Any, text: str) -> int:
        key = self.game.key(s), text
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            if self.game.player(s) == CHANCE:
                self._known[key] = Position(self.game, s).play(text).moves[-1]
            else:
                self._known[key] = self.game.parse_move(s, text)
        return self._known[key]
