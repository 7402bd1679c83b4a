"""Self-play on a GPU: tens of thousands of games at once, one in each thread.

The games are those of `kernels/lane_games.py`. A game depends on its number alone, not on the games
beside it. So a part is the same on every GPU.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.compile.cuda import why_not
from counterplay.core.compile.cuda.rules import has_points
from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.network import evaluate as network
from counterplay.engine.base import require_alphabeta
from counterplay.engine.evaluation_scale import margin_of
from counterplay.learning.selfplay import (
    GPU_KERNEL,
    PART_GAMES,
    Plan,
    Played,
    PlayParts,
    Samples,
    seed_of,
)

TABLE = 1 << 12
"""Entries of the transposition table of each lane."""
REGISTERS, THREADS = 64, 1024
"""The registers of a thread, and the threads of a block: one block fills a multiprocessor."""
STEPS, FEW_STEPS = 4_000, 200
"""The steps of a launch, which takes some seconds; FEW_STEPS in the simulator."""
LEAST_SHARE, MOST_TIMES = 0.6, 4
"""A search begins no iteration after LEAST_SHARE of the nodes that a plan names, and ends in the
middle of one after MOST_TIMES as many. In chess it then takes about as many as the plan names."""
QUEUE_SHARE, MEMORY_SHARE = 0.2, 0.7
"""The shares of the free memory of the GPU that are taken: first by the samples of the games, then
by the lanes."""
SEEN_ROOMS = 3
"""The last of a lane's arrays: the states of its game that may be sampled."""


def on_gpu(game: Game) -> PlayParts:
    """Play parts on the GPU of this machine. A game that it cannot play is refused at once."""
    require_gpu(game)

    def play(game: Game, plan: Plan, numbers: Sequence[int]) -> Played:
        lanes = Lanes(game)
        size = lanes.parts_at_once()
        for start in range(0, len(numbers), size):
            yield from lanes.play(plan, numbers[start : start + size])

    return play


def require_gpu(game: Game) -> None:
    """Refuse a game that no GPU here can play."""
    reason = why_not()
    if reason is not None:
        raise UnfitError(f"games cannot be played on a GPU here: {reason}")
    if game.facts.chance:
        raise UnfitError(f"{game.name} is a game of chance: its self-play is on the CPU")
    require_alphabeta(game, "self-play")
    if game.facts.superko:
        raise UnfitError(f"{game.name} has superko: its self-play is on the CPU")
    evaluator = game.evaluator
    learned: Any = None if evaluator is None else evaluator.network
    if learned is not None and (learned.kind != network.KIND or learned.payoffs):
        raise UnfitError(
            f"the evaluator of {game.name} {learned.what}, which cannot run on a GPU: its "
            "self-play is on the CPU"
        )
    if evaluator is not None and evaluator.has_function and not has_points(evaluator):
        raise UnfitError(f"the evaluator of {game.name} reads data: its self-play is on the CPU")


@dataclass
class _Queue:
    """The games of one call, and the room for their samples, on the GPU."""

    seeds: Any
    taken: Any
    counts: Any
    states: Any
    scores: Any
    results: Any


class Lanes:
    """The lanes of a GPU, or of the CUDA simulator, for one game."""

    def __init__(self, game: Game, registers: int = REGISTERS) -> None:
        from counterplay.core.compile.cuda import target
        from counterplay.core.compile.cuda.bind import bind_cuda

        self.game, self.target, self.cuda = game, target, target.cuda
        self.kernel: Any = bind_cuda(game, GPU_KERNEL)
        target.limit_registers(self.kernel.play, registers)
        self._weights = [self.cuda.to_device(array) for array in weights_of(game)]

    def parts_at_once(self) -> int:
        """The parts whose samples have room on the GPU at the same time."""
        position = self.game.shape.dtype.itemsize + 2 * np.dtype(np.int32).itemsize
        part = PART_GAMES * int(self.kernel.SAMPLES) * position
        return max(1, int(self.target.free_memory() * QUEUE_SHARE) // part)

    def play(self, plan: Plan, numbers: Sequence[int]) -> Played:
        """Play the parts with these numbers; yield the number and samples of each that is over.

        The GPU plays on while the caller saves them.
        """
        queue = self._queue(plan, numbers)
        blocks, threads = self._grid(len(numbers) * PART_GAMES)
        rooms = self._rooms(blocks * threads)
        how = self.cuda.to_device(how_of(self.game, plan, self.kernel))
        waiting, over = list(range(len(numbers))), dict[int, Samples]()
        steps = FEW_STEPS if self.target.IS_SIMULATED else STEPS
        while waiting:
            self.kernel.play[blocks, threads](
                steps, how, queue.seeds, queue.taken, *rooms[:-SEEN_ROOMS], *self._weights,
                *rooms[-SEEN_ROOMS:], queue.counts, queue.states, queue.scores, queue.results,
            )  # fmt: skip
            yield from over.items()
            counts = queue.counts.copy_to_host().reshape(len(numbers), PART_GAMES)
            is_over = counts.min(1) >= 0
            over = {
                numbers[i]: self._samples(queue, i, numbers[i], counts[i])
                for i in waiting
                if is_over[i]
            }
            waiting = [i for i in waiting if not is_over[i]]
        yield from over.items()

    def _queue(self, plan: Plan, numbers: Sequence[int]) -> _Queue:
        games, most, put = len(numbers) * PART_GAMES, self.kernel.SAMPLES, self.cuda.to_device
        seeds = np.array([game_seeds(plan, number) for number in numbers]).ravel()
        room = self.cuda.device_array
        return _Queue(
            put(seeds), put(np.zeros(1, np.int64)), put(np.full(games, -1, np.int64)),
            room((games, most), self.game.shape.dtype), room((games, most), np.int32),
            room((games, most), np.int32),
        )  # fmt: skip

    def _samples(
        self, queue: _Queue, i: int, number: int, counts: npt.NDArray[np.int64]
    ) -> Samples:
        """The samples of a part that is over, in the order of its games."""
        place = slice(i * PART_GAMES, (i + 1) * PART_GAMES)
        states, scores, results = (
            array[place].copy_to_host() for array in (queue.states, queue.scores, queue.results)
        )
        is_there = np.arange(states.shape[1]) < counts[:, np.newaxis]
        games = np.repeat(number * PART_GAMES + np.arange(PART_GAMES), counts)
        return Samples(
            states[is_there], results[is_there].astype(np.int64), games,
            scores[is_there].astype(np.int64),
        )  # fmt: skip

    def _grid(self, games: int) -> tuple[int, int]:
        """The blocks, and the threads of each. There are no more lanes than games, or than room."""
        blocks, threads = self.target.room(1, THREADS)
        most = int(self.target.free_memory() * MEMORY_SHARE) // self._lane_bytes()
        return max(1, min(blocks, -(-games // threads), most // threads)), threads

    def _shapes(self) -> list[tuple[tuple[int, ...], Any]]:
        """The shape and type of each array of a lane, in the order of the kernel's arguments."""
        k, state = self.kernel, self.game.shape.dtype
        return [
            ((k.GAME,), np.int64), ((), state), ((k.NOW,), np.int64), ((k.FRAMES,), state),
            ((k.FRAMES, k.FIELDS), np.int64), ((k.FRAMES,), np.uint64), ((k.MOVES,), np.int64),
            ((k.MOVES,), np.int32), ((k.LONGEST + 1,), np.uint64), ((TABLE, 2), np.int64),
            ((k.HISTORY,), np.int16), ((k.ALL_WORDS,), np.uint64), ((k.ALL_PAIRS,), np.int32),
            ((k.LONGEST,), state), ((k.LONGEST,), np.int32), ((k.LONGEST,), np.int32),
        ]  # fmt: skip

    def _lane_bytes(self) -> int:
        return sum(int(np.prod(shape)) * np.dtype(kind).itemsize for shape, kind in self._shapes())

    def _rooms(self, lanes: int) -> list[Any]:
        """The arrays of all lanes. No game is begun."""
        rooms = [self.cuda.device_array((lanes, *shape), kind) for shape, kind in self._shapes()]
        games, now = (
            np.zeros((lanes, self.kernel.GAME), np.int64),
            np.zeros((lanes, self.kernel.NOW), np.int64),
        )
        now[:, self.kernel.MODE], now[:, self.kernel.ROOT_MOVE] = self.kernel.DONE, -1
        rooms[0].copy_to_device(games)
        rooms[2].copy_to_device(now)
        return rooms


def game_seeds(plan: Plan, number: int) -> npt.NDArray[np.int64]:
    """The seed of each game of a part."""
    words = b"".join(
        hashlib.sha256(f"{seed_of(plan, number)} {game}".encode()).digest()[:8]
        for game in range(PART_GAMES)
    )
    return np.frombuffer(words, np.int64)


def how_of(game: Game, plan: Plan, kernel: Any) -> npt.NDArray[np.int64]:
    """What the lanes are told: see `lane_search.py`."""
    how = np.zeros(kernel.HOW, np.int64)
    how[kernel.LEAST_NODES] = max(1, int(plan.nodes * LEAST_SHARE))
    how[kernel.MOST_NODES] = plan.nodes * MOST_TIMES
    how[kernel.OPENING_PLIES], how[kernel.RESIGN] = plan.opening_plies, plan.resign
    if game.evaluator is not None:
        how[kernel.MARGIN] = margin_of(game)
        learned: Any = game.evaluator.network
        if learned is not None:
            how[kernel.MOST_ON], how[kernel.SCALE] = learned.most_on, learned.scale
            how[kernel.BUCKETS] = len(learned.offsets)
    return how


def weights_of(game: Game) -> list[npt.NDArray[Any]]:
    """The weights of the network and of the function: rows, bias, last layer, offsets, weights.

    A number holds two weights of the network, the second times 2**16. A row is followed by the
    negative rows, and by one of zeros.
    """
    evaluator = game.evaluator
    own = np.zeros(1, np.int64) if evaluator is None else evaluator.weights
    learned: Any = None if evaluator is None else evaluator.network
    if learned is None:
        empty = np.zeros((1, 1), np.int32)
        return [empty, empty[0], empty, np.zeros(1, np.int64), own]
    rows = learned.rows.astype(np.int64)
    all_rows = np.concatenate([rows, -rows, np.zeros((1, learned.width), np.int64)])
    last = learned.last.reshape(-1, learned.width)
    return [pairs(all_rows), pairs(learned.bias), pairs(last), learned.offsets, own]


def pairs(values: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Two values in each number: the first, plus the second times 2**16."""
    both = values[..., 0::2].astype(np.int64) + (values[..., 1::2].astype(np.int64) << 16)
    return np.ascontiguousarray(both.astype(np.uint64).astype(np.uint32).view(np.int32))
