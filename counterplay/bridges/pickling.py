"""Pickling of games and positions: a game is loaded again, a position is replayed.

Importing this file registers them with `pickle`, which also serialises OpenSpiel's states.
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
def load_again(source: Source, native: bool) -> Game:
    """Load a game again: one object for all its positions."""
    return compiled(source.load()) if native else source.load()


def replay(game: Game, start: bytes, moves: tuple[int, ...]) -> Position:
    """Return the position after the moves from a state, which is given as record bytes."""
    record = np.frombuffer(start, game.shape.dtype)[0]
    position = Position(game, game.shape.decode(record))
    for move in moves:
        position = position.play(move)
    return position


def _reduce_game(game: Game) -> tuple[Any, ...]:
    return load_again, (source_of(game), isinstance(game, CompiledGame))


def _reduce_position(position: Position) -> tuple[Any, ...]:
    start = (*position.past, position.state)[0]
    data = position.game.shape.encode(start).tobytes()
    return replay, (position.game, data, position.moves)


copyreg.pickle(Game, _reduce_game)
copyreg.pickle(CompiledGame, _reduce_game)
copyreg.pickle(Position, _reduce_position)
