"""Games and positions to other processes: a game is loaded anew there, a position played again.

Importing this file makes them known to `pickle`, which serialises states of OpenSpiel too.
"""

from __future__ import annotations

import copyreg
from functools import cache
from typing import Any

import numpy as np

from counterplay.bridges.compiled import CompiledGame, compiled
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.games import Source, source_of


@cache
def game_again(source: Source, native: bool) -> Game:
    """The game from there, one for all its positions."""
    return compiled(source.load()) if native else source.load()


def position_again(game: Game, start: bytes, moves: tuple[int, ...]) -> Position:
    """The position that the moves lead to from a state, given as the bytes of its record."""
    record = np.frombuffer(start, game.shape.dtype)[0]
    position = Position(game, game.shape.decode(record))
    for move in moves:
        position = position.play(move)
    return position


def _reduce_game(game: Game) -> tuple[Any, ...]:
    return game_again, (source_of(game), isinstance(game, CompiledGame))


def _reduce_position(position: Position) -> tuple[Any, ...]:
    start = (*position.past, position.state)[0]
    data = position.game.shape.encode(start).tobytes()
    return position_again, (position.game, data, position.moves)


copyreg.pickle(Game, _reduce_game)
copyreg.pickle(CompiledGame, _reduce_game)
copyreg.pickle(Position, _reduce_position)
