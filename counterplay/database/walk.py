"""Walk through many games at native speed: the key of each position, and who moved there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game

KERNEL = Path(__file__).parent / "kernels" / "walk.py"

NOT_COUNTED = -2
"""The mover where no move is counted: at the end of a game, and where a game repeats a move in the
same position."""

NATIVE_FROM = 4000
"""The kernel, which may have to be compiled, is used from this many moves on."""

Actions = npt.NDArray[np.int64]


class Walked(NamedTuple):
    """Arrays with an element for each position of each game; game g begins at `first[g] + g`.

    `first[g]` is the number of moves of all games before g.
    """

    keys: npt.NDArray[np.uint64]
    movers: npt.NDArray[np.int64]
    moves: Actions
    game: npt.NDArray[np.int64]


class Walker:
    """Walks through games of one ruleset. Use one for each thread."""

    def __init__(self, game: Game) -> None:
        self.game = game.with_evaluator(None)
        self._context: Context | None = None

    def walk(self, starts: Sequence[Any], games: Sequence[Actions], most: int) -> Walked:
        """Walk through games, each from its own start, to at most `most` plies."""
        plies = sum(min(len(moves), most) for moves in games)
        if self._context is None and plies < NATIVE_FROM:
            return self.plainly(starts, games, most)
        return self.natively(starts, games, most)

    def natively(self, starts: Sequence[Any], games: Sequence[Actions], most: int) -> Walked:
        """The same as `plainly`, by the kernel."""
        kernel = bind(self.game, KERNEL)
        if self._context is None:
            self._context = Context(self.game, kernel)
        first, walked = _laid_out(games)
        distinct = {id(start): start for start in starts}
        number = {name: i for i, name in enumerate(distinct)}
        encoded = np.zeros(len(distinct), self.game.shape.dtype)
        for i, start in enumerate(distinct.values()):
            encoded[i] = self.game.shape.encode(start)
        context, ctx = self._context, self._context.record
        context.keep("first", first)
        context.keep("actions", np.concatenate([*games, np.zeros(1, np.int64)]))
        context.keep("starts", encoded)
        context.keep("start_of", np.array([number[id(s)] for s in starts], np.int64))
        context.keep("keys", walked.keys)
        context.keep("movers", walked.movers)
        ctx.count, ctx.most, ctx.start_count = len(games), most, len(distinct)
        context.call(kernel.walk)
        return walked

    def plainly(self, starts: Sequence[Any], games: Sequence[Actions], most: int) -> Walked:
        """Walk by the rules in plain Python."""
        rules = self.game
        first, walked = _laid_out(games)
        for number, (s, moves) in enumerate(zip(starts, games, strict=True)):
            at = int(first[number]) + number
            seen: set[tuple[int, int]] = set()
            for move in moves[:most].tolist():
                walked.keys[at] = key = rules.key(s)
                if (key, move) not in seen:
                    walked.movers[at] = rules.player(s)
                seen.add((key, move))
                s = rules.result(s, move)
                at += 1
            walked.keys[at] = rules.key(s)
        return walked


def _laid_out(games: Sequence[Actions]) -> tuple[npt.NDArray[np.int64], Walked]:
    """The number of moves before each game, and arrays that are still to be filled."""
    lengths = np.array([len(moves) for moves in games], np.int64)
    first = np.zeros(len(games) + 1, np.int64)
    np.cumsum(lengths, out=first[1:])
    total = int(first[-1]) + len(games)
    moves = np.zeros(total, np.int64)
    is_move = np.ones(total, bool)
    is_move[first[1:] + np.arange(len(games))] = False
    moves[is_move] = np.concatenate([np.zeros(0, np.int64), *games])
    game = np.repeat(np.arange(len(games)), lengths + 1)
    return first, Walked(np.zeros(total, np.uint64), np.full(total, NOT_COUNTED), moves, game)
