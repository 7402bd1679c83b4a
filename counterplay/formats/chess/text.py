"""ChessText: write moves in SAN and positions in FEN, at native speed.

The game's own `show_move` and `show_position` write the same texts. They are plain Python, and many
times slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.formats.chess.game import chess, kernel

LONGEST_MOVE = 8
"""The most bytes of a move in SAN, for example e7xd8=Q+."""

LONGEST_FEN = 128


class ChessText:
    """Writes moves and positions; it has buffers, so use one for each thread."""

    def __init__(self) -> None:
        self._kernel = kernel("text")
        self._context = Context(chess(), self._kernel)
        self._make_room(256)

    def _make_room(self, count: int) -> None:
        self._most = count
        shape, context = chess().shape, self._context
        self._out = np.zeros(LONGEST_MOVE * count + LONGEST_FEN, np.uint8)
        self._stops = np.zeros(count, np.int64)
        self._actions = np.zeros(count, np.int64)
        self._states = np.zeros(count + 1, shape.dtype)
        context.keep("out", self._out)
        context.keep("stops", self._stops)
        context.keep("actions", self._actions)
        context.keep("states", self._states)
        context.record.room = len(self._out)

    def moves(self, start: Any, actions: Sequence[int]) -> list[str]:
        """The moves of a line in SAN, from a state or its record."""
        return self._line(start, actions)

    def line(self, start: Any, actions: Sequence[int]) -> tuple[list[str], Any]:
        """The same as `moves`, and the records of all states, the start and the end included."""
        texts = self._line(start, actions)
        return texts, self._states[: len(actions) + 1].copy()

    def choices(self, state: Any) -> dict[str, int]:
        """The legal moves of a state, by SAN."""
        self._set_root(state)
        self._context.call(self._kernel.show_choices)
        count = int(self._context.record.count)
        return dict(zip(self._texts(count), self._actions[:count].tolist(), strict=True))

    def fen(self, state: Any) -> str:
        self._set_root(state)
        length = self._context.call(self._kernel.show_fen)
        return self._out[:length].tobytes().decode()

    def _line(self, start: Any, actions: Sequence[int]) -> list[str]:
        count = len(actions)
        if count > self._most:
            self._make_room(2 * count)
        self._set_root(start)
        self._actions[:count] = actions
        self._context.record.count = count
        legal = int(self._context.call(self._kernel.show_line))
        if legal < count:
            raise InputError(f"move {legal + 1} of {count}, number {actions[legal]}, is not legal")
        return self._texts(count)

    def _set_root(self, state: Any) -> None:
        self._context.array["root"] = tuple(state) if isinstance(state, tuple) else state

    def _texts(self, count: int) -> list[str]:
        stops = [0, *self._stops[:count].tolist()]
        if not count:
            return []
        text = self._out[: stops[-1]].tobytes().decode()
        return [text[stops[i] : stops[i + 1]] for i in range(count)]


@cache
def chess_text() -> ChessText:
    """A shared writer for the main thread; other threads must make their own."""
    return ChessText()
