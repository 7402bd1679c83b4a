"""Polyglot keys of positions and codes of moves, at native speed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.kernel import Context
from counterplay.core.game.position import Position
from counterplay.formats.chess.game import chess, kernel
from counterplay.games.chess.moves import DOUBLE_STEP

NUMBERS = Path(__file__).parents[2] / "data" / "polyglot" / "random64.txt"

NOT_PASSED = -1


@cache
def random_numbers() -> npt.NDArray[np.uint64]:
    """The published random numbers of Polyglot keys."""
    lines = NUMBERS.read_text(encoding="utf-8").splitlines()
    words = " ".join(line for line in lines if not line.startswith("#")).split()
    return np.array([int(word, 16) for word in words], np.uint64)


def passed_file(position: Position) -> int:
    """The file of a pawn that has just made a double step; -1 if there is none.

    A state has it only if a legal move captures this pawn; a Polyglot key has it if any enemy pawn
    is next to it. So the last move is asked first.
    """
    if position.moves and position.moves[-1] >> 12 == DOUBLE_STEP:
        return position.moves[-1] & 7
    passed = int(position.state.rights) >> 40 & 0xFF
    return passed.bit_length() - 1 if passed else NOT_PASSED


class PolyglotKeys:
    """Computes keys; it has buffers, so use one for each thread."""

    def __init__(self) -> None:
        self._kernel = kernel("polyglot")
        self._context = Context(chess(), self._kernel)
        self._context.keep("random", random_numbers())
        self._make_room(chess().facts.most_actions)

    def _make_room(self, count: int) -> None:
        self._most = count
        self._actions = np.zeros(count + 1, np.int64)
        self._codes = np.zeros(count + 1, np.int64)
        self._keys = np.zeros(count + 1, np.uint64)
        self._context.keep("actions", self._actions)
        self._context.keep("codes", self._codes)
        self._context.keep("keys", self._keys)

    def of_position(self, position: Position) -> int:
        """The key of a position."""
        self._run(position.state, (), passed_file(position))
        return int(self._keys[0])

    def of_line(
        self, start: Any, actions: Sequence[int]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
        """The keys of the positions before each move, and the codes of the moves.

        The next call overwrites both.
        """
        self._run(start, actions, passed_file(Position(chess(), start)))
        return self._keys[: len(actions)], self._codes[: len(actions)]

    def choices(self, state: Any) -> dict[int, int]:
        """The legal moves of a state, by Polyglot code."""
        self._context.set_root(state)
        n = int(self._context.call(self._kernel.choices))
        return dict(zip(self._codes[:n].tolist(), self._actions[:n].tolist(), strict=True))

    def _run(self, start: Any, actions: Sequence[int], passed: int) -> None:
        count = len(actions)
        if count > self._most:
            self._make_room(2 * count)
        self._context.set_root(start)
        self._actions[:count] = actions
        self._context.record.count, self._context.record.passed = count, passed
        self._context.call(self._kernel.keys)
