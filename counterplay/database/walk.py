"""Many games gone through at native speed: the keys of their positions, and who moved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from counterplay.core.bind import bind
from counterplay.core.game import Game
from counterplay.core.kernel import Context

KERNEL = Path(__file__).parent / "kernels" / "walk.py"

NOBODY = -2
"""The mover at a place that has no move to be counted: the end of a game, or a move that the game
made before in the same position."""

NATIVE_FROM = 4000
"""So many moves are worth a kernel."""

Actions = npt.NDArray[np.int64]


class Walked(NamedTuple):
    """What lies at each place of games one after the other; game g begins at `first[g] + g`."""

    keys: npt.NDArray[np.uint64]
    movers: npt.NDArray[np.int64]
    moves: Actions
    game: npt.NDArray[np.int64]


class Walker:
    """Goes through the games of a kind: one for each thread.

    A few moves are made by the plain rules, many by the kernel, which may have to be compiled.
    """

    def __init__(self, game: Game) -> None:
        self.game = game.with_evaluator(None)
        self._context: Context | None = None

    def walk(self, starts: Sequence[Any], games: Sequence[Actions], most: int) -> Walked:
        """Go through games, each from its own start, but no further than `most` plies."""
        plies = sum(min(len(moves), most) for moves in games)
        if self._context is None and plies < NATIVE_FROM:
            return self.plainly(starts, games, most)
        return self.natively(starts, games, most)

    def natively(self, starts: Sequence[Any], games: Sequence[Actions], most: int) -> Walked:
        kernel = bind(self.game, KERNEL)
        if self._context is None:
            self._context = Context(self.game, kernel)
        context, ctx = self._context, self._context.record
        lengths = np.array([len(moves) for moves in games], np.int64)
        first = np.zeros(len(games) + 1, np.int64)
        np.cumsum(lengths, out=first[1:])
        actions = np.concatenate([*games, np.zeros(1, np.int64)]).astype(np.int64, copy=False)
        different = {id(start): start for start in starts}
        number = {name: i for i, name in enumerate(different)}
        total = int(first[-1]) + len(games)
        keys = np.zeros(total, np.uint64)
        movers = np.full(total, NOBODY, np.int64)
        encoded = np.array([self.game.shape.encode(s) for s in different.values()])
        context.keep("first", first)
        context.keep("actions", actions)
        context.keep("starts", encoded.astype(self.game.shape.dtype, copy=False))
        context.keep("start_of", np.array([number[id(s)] for s in starts], np.int64))
        context.keep("keys", keys)
        context.keep("movers", movers)
        ctx.count, ctx.most, ctx.start_count = len(games), most, len(different)
        context.call(kernel.walk)
        game = np.repeat(np.arange(len(games)), lengths + 1)
        return Walked(keys, movers, _with_ends(actions[:-1], first), game)

    def plainly(self, starts: Sequence[Any], games: Sequence[Actions], most: int) -> Walked:
        """The same in plain Python."""
        rules = self.game
        places: list[tuple[int, int, int, int]] = []
        for number, (s, moves) in enumerate(zip(starts, games, strict=True)):
            seen: set[tuple[int, int]] = set()
            for ply, move in enumerate(moves.tolist()):
                if ply >= most:
                    places.append((0, NOBODY, move, number))
                    continue
                key, mover = rules.key(s), rules.player(s)
                places.append((key, NOBODY if (key, move) in seen else mover, move, number))
                seen.add((key, move))
                s = rules.result(s, move)
            places.insert(len(places) - max(len(moves) - most, 0), (rules.key(s), NOBODY, 0, number))
        keys, movers, listed, of = zip(*places, strict=True) if places else ((), (), (), ())
        return Walked(
            np.array(keys, np.uint64),
            np.array(movers, np.int64),
            np.array(listed, np.int64),
            np.array(of, np.int64),
        )


def _with_ends(actions: Actions, first: npt.NDArray[np.int64]) -> Actions:
    """The moves, with a place more at the end of each game."""
    spread = np.zeros(len(actions) + len(first) - 1, np.int64)
    is_move = np.ones(len(spread), bool)
    is_move[first[1:] + np.arange(len(first) - 1)] = False
    spread[is_move] = actions
    return spread
