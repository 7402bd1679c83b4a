"""The solution of a game with chance: the expected payoff of every reachable position."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.bits.casts import tidy
from counterplay.core.game.contract import CHANCE
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position
from counterplay.core.game.results import Result
from counterplay.tablebase.lookup import Entry, result_of
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.statistics import Stats

EXACT = 1e-6
"""Up to this error a value counts as exact in a result."""

ROUNDING = 1e-12


class ExpectedSolution(Solution):
    """The solution of a game with chance, or of one player.

    A value is an expected payoff if both sides play best; a game without an end is a draw. `error`
    bounds how much a value can be off. At a chance node, `value` is the payoff of player 0.

    >>> import counterplay as cp
    >>> solution = cp.solve(cp.load("pig", goal=20))
    >>> round(solution.value().value, 6), solution.policy("4-15+9 first"), solution.error < 1e-9
    (0.231117, ['roll'], True)
    """

    def __init__(
        self,
        game: Game,
        states: npt.NDArray[Any],
        values: npt.NDArray[np.float64],
        ranks: npt.NDArray[np.int32],
        error: float,
        sweeps: int,
    ) -> None:
        super().__init__(game, states, values)
        self.ranks, self.error, self.sweeps = ranks, error, sweeps

    def _decode(self, codes: Any, mover: int) -> Entry:
        mine, facts = tidy(float(codes)), self.game.facts
        values = (mine,) if facts.players == 1 else (mine, tidy(2 * facts.even_share - mine))
        return Entry(values[max(mover, 0)], values, None)

    def after(self, state: Any, move: int) -> Entry:
        mover, entry = self.game.player(state), self.entry(self.game.result(state, move))
        return replace(entry, value=entry.values[mover])

    def _best_moves(self, position: Position) -> dict[int, Entry]:
        """All moves whose value is the best, as far as the error tells."""
        entries = {move: self.after(position.state, move) for move in self._actions(position)}
        least = max(entry.value for entry in entries.values()) - 2 * self.error - ROUNDING
        return {move: entry for move, entry in entries.items() if entry.value >= least}

    def best(self, position: Position | str | None = None) -> int:
        """A best move. Of several, a player who does better than in an endless game takes the one
        that brings the game to its end."""
        start = as_position(self.game, position)
        moves = self._best_moves(start)
        if max(entry.value for entry in moves.values()) < self.game.facts.even_share:
            return max(moves, key=lambda move: moves[move].value)
        return min(moves, key=lambda move: self._rank_after(start.state, move))

    def _rank_after(self, state: Any, move: int) -> int:
        row = self.find(self.game.result(state, move))
        assert row is not None  # `entry` has found it
        return int(self.ranks[row])

    def policy(self, position: Position | str | None = None) -> list[str]:
        start = as_position(self.game, position)
        return [start.show_move(move) for move in self._best_moves(start)]

    def line(self, position: Position | str | None = None, plies: int = 200) -> list[str]:
        """Best play up to the next chance node, or to the end of the game."""
        current = as_position(self.game, position)
        shown: list[str] = []
        while not current.is_over and current.turn != CHANCE and len(shown) < plies:
            move = self.best(current)
            shown.append(current.show_move(move))
            current = current.play(move)
        return shown

    def answer(self, position: Position) -> Result | None:
        if position.is_over or position.turn == CHANCE or not self.has(position.state):
            return None
        found = result_of(position, self.value(position), [self.best(position)])
        return found if self.error <= EXACT else replace(found, kind="estimate")

    def _actions(self, position: Position) -> list[int]:
        if not position.is_over and position.turn == CHANCE:
            raise InputError(
                f"chance is to move in {position.text}: there are no moves to look up; play one of "
                "its outcomes first"
            )
        return super()._actions(position)

    @property
    def stats(self) -> Stats:
        raise InputError(
            f"the solution of {self.game.name} has expected payoffs: wins and losses are not "
            "counted; value() returns the payoffs of a position"
        )
