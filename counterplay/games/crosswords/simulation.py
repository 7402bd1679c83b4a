"""Maven's way to choose: the best moves by points and leave are played on, many times.

Each time the other player gets a rack of unseen tiles, answers with its best move, and the player
answers in turn. What counts is the mean of the points ahead, with the values of the leaves at the
end (Sheppard, "World-championship-caliber Scrabble", 2002). Moves that are clearly worse are
dropped, and the simulation ends when one is left.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.games.crosswords.endgame import EndgameSearch
from counterplay.games.crosswords.kibitz import (
    ROOM,
    Kibitzer,
    read_both,
    standard_game,
    tiles_of,
    unseen_tiles,
)
from counterplay.games.crosswords.moves import tiles_in

KERNEL = Path(__file__).parent / "kernel" / "simulate.py"
ROUNDS, LEAST_ROUNDS, BATCH = 300, 40, 20
CANDIDATES, TURNS = 10, 2
CERTAIN = 2.58
"""Standard errors by which a move must be behind to be dropped: a chance of 1 in 200."""


@dataclass(frozen=True)
class SimulatedMove:
    """A candidate after the simulation.

    value    by points and leave, before the simulation
    ahead    the mean of the points ahead, and its standard error
    rounds   how often it was played on
    """

    text: str
    score: int
    value: float
    ahead: float
    error: float
    rounds: int
    number: int


class Simulator:
    """Simulations with one compiled kernel. The same seed gives the same racks."""

    def __init__(self, game: Game | None = None, seed: int = 1) -> None:
        self.kibitzer = Kibitzer(game)
        self.game = self.kibitzer.game
        self.kernel = bind(self.game, KERNEL)
        self.context = Context(self.game, self.kernel)
        for name, array in (
            ("moves_at", np.zeros(ROOM, np.int64)),
            ("scores_at", np.zeros(ROOM, np.int64)),
            ("values_at", np.zeros(ROOM)),
        ):
            self.context.keep(name, array)
        self.context.record.room, self.context.record.dice_seed = ROOM, seed

    def best_moves(
        self,
        board: np.ndarray,
        rack: np.ndarray,
        *,
        candidates: int = CANDIDATES,
        rounds: int = ROUNDS,
        turns: int = TURNS,
        seconds: float = math.inf,
    ) -> list[SimulatedMove]:
        """The candidates, the best first: those that were left at the end before the others."""
        ended = time.perf_counter() + seconds
        moves, scores, values = (part[:candidates] for part in self.kibitzer.ranked(board, rack))
        record: Any = self.context.record
        root = self.game.initial()
        root.board[:], root.racks[0] = board, rack
        self.context.set_root(root)
        record.pool[:] = unseen_tiles(board, rack, self.kibitzer.data, self.kibitzer.letters)
        record.turns = turns
        results: list[list[float]] = [[] for _ in moves]
        alive, done = list(range(len(moves))), 0
        while done < rounds and len(alive) > 1 and time.perf_counter() < ended:
            for i, column in zip(alive, self._play(moves[alive], done).T, strict=True):
                results[i] += column.tolist()
            done += BATCH
            if done >= LEAST_ROUNDS:
                alive = _not_worse(alive, results)
        means = [float(np.mean(r)) if r else float(v) for r, v in zip(results, values, strict=True)]
        ranked = sorted(range(len(moves)), key=lambda i: (-len(results[i]), -means[i]))
        return [
            SimulatedMove(
                self.kibitzer.text(board, moves[i]),
                int(scores[i]),
                float(values[i]),
                means[i],
                _error(np.array(results[i])),
                len(results[i]),
                int(moves[i]),
            )
            for i in ranked
        ]

    def _play(self, moves: np.ndarray, first: int) -> np.ndarray:
        """One row of results for each round of a batch, a column for each move."""
        record: Any = self.context.record
        chosen, results = np.ascontiguousarray(moves), np.zeros((BATCH, len(moves)))
        self.context.keep("candidates_at", chosen)
        self.context.keep("results_at", results)
        record.candidate_count, record.first_round, record.rounds = len(chosen), first, BATCH
        self.context.call(self.kernel.simulate)
        return results


def _error(results: np.ndarray) -> float:
    """The standard error of a mean."""
    return float(results.std(ddof=1) / math.sqrt(len(results))) if len(results) > 1 else math.inf


def _not_worse(alive: list[int], results: list[list[float]]) -> list[int]:
    """The moves that may still be the best, from the differences in the same rounds."""
    best = max(alive, key=lambda i: np.mean(results[i]))
    kept = []
    for i in alive:
        behind = np.array(results[best]) - np.array(results[i])
        if i == best or behind.mean() <= CERTAIN * _error(behind):
            kept.append(i)
    return kept


def _searched(board: np.ndarray, rack: np.ndarray, other: np.ndarray, game: Game) -> SimulatedMove:
    """The best move with an empty bag, when all that is unseen is the other rack."""
    found = EndgameSearch(game).best_move(board, rack, other)
    kibitzer = Kibitzer(game)
    moves, scores, values = kibitzer.ranked(board, rack)
    at = moves.tolist().index(found.move)
    text = kibitzer.text(board, found.move)
    return SimulatedMove(
        text, int(scores[at]), float(values[at]), float(found.gained), 0.0, 1, found.move
    )


def simulate_moves(
    board: str,
    rack: str,
    candidates: int = CANDIDATES,
    rounds: int = ROUNDS,
    *,
    seed: int = 1,
    game: Game | None = None,
) -> list[SimulatedMove]:
    """The best moves of a rack on a board after a simulation. Both are texts (`notation.py`).

    With an empty bag, the one move that a search to the end of the game finds.
    """
    game = game or standard_game()
    squares, tiles = read_both(board, rack, game)
    unseen = unseen_tiles(squares, tiles, game.data, tiles_of(game).letters)
    if tiles_in(unseen) <= game.data.rack_size:
        return [_searched(squares, tiles, unseen, game)]
    simulator = Simulator(game, seed)
    return simulator.best_moves(squares, tiles, candidates=candidates, rounds=rounds)
