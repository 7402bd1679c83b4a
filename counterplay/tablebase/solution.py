"""The strong solution of a game: the value of every reachable position."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.bits.casts import tidy
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Outcome, outcome_of
from counterplay.core.game.tablebase_codec import number_of_code
from counterplay.tablebase.lookup import Entry, Lookup, entry_of, pair
from counterplay.tablebase.notebook import solution_html
from counterplay.tablebase.statistics import Stats, count_codes


class Solution(Lookup):
    """The strong solution of a game. States are sorted by their words, for binary search.

    >>> import counterplay as cp
    >>> table = cp.solve(cp.load("tic_tac_toe"))
    >>> table.value("startpos").outcome, len(table)
    ('draw', 5478)
    >>> {move: entry.outcome for move, entry in table.moves("startpos moves a1").items()}["b2"]
    'draw'
    """

    error: float = 0.0
    """How much a value can be off. Only solutions of games with chance have an error."""

    def __init__(self, game: Game, states: npt.NDArray[Any], values: npt.NDArray[Any]) -> None:
        self.game, self.states, self.values = game, states, values
        size = game.shape.dtype.itemsize
        self._bytes = states.view(np.uint8).reshape(len(states), size)
        self._words = size // 8

    def __len__(self) -> int:
        return len(self.states)

    def entry(self, state: Any) -> Entry:
        row = self.find(state)
        if row is None:
            raise InputError(
                f"{self.game.show_position(state)!r} is not in the solution of {self.game.name}, "
                "which has the positions that are reachable from the start"
            )
        return self._decode(self.values[row], int(self.game.player(state)))

    def has(self, state: Any) -> bool:
        return self.find(state) is not None

    def find(self, state: Any) -> int | None:
        """The row of a state, or of its canonical form; None if it is not in the solution."""
        if "canonical" in self.game.functions:
            state = self.game.ask("canonical", state)
        wanted = self._key(self.game.shape.encode(state).reshape(1).view(np.uint8))
        row = bisect_left(range(len(self)), wanted, key=lambda i: self._key(self._bytes[i]))
        is_there = row < len(self) and self._key(self._bytes[row]) == wanted
        return row if is_there else None

    def _key(self, data: npt.NDArray[np.uint8]) -> tuple[tuple[int, ...], bytes]:
        """The sort key of a state: its 64-bit words, then the remaining bytes."""
        whole = bytes(data)
        edge = 8 * self._words
        return tuple(np.frombuffer(whole[:edge], np.uint64).tolist()), whole[edge:]

    def _decode(self, codes: Any, mover: int) -> Entry:
        """The entry of a row of codes (`core/game/tablebase_codec.py`)."""
        facts = self.game.facts
        if facts.players != 2:
            values = tuple(tidy(number_of_code(int(code)) / 2) for code in codes)
            return Entry(values[mover], values, outcome_of(values, mover))
        code, even = int(codes[0]), facts.even_share
        if not facts.scored:
            return entry_of(facts, code, mover)
        mine = tidy(number_of_code(code) / facts.unit + even)
        outcome: Outcome = "win" if mine > even else "draw" if mine == even else "loss"
        return Entry(mine, pair(facts, mine, mover), outcome)

    @cached_property
    def stats(self) -> Stats:
        """How many positions are won, drawn and lost, and in how many plies."""
        facts = self.game.facts
        codes = self.values[:, 0]
        if facts.players != 2:
            raise InputError(
                f"{self.game.name} has {facts.players} players: wins and losses are counted for two"
            )
        if facts.scored:
            scores = codes >> 1  # `number_of_code` of them all
            won, lost = int((scores > 0).sum()), int((scores < 0).sum())
            return Stats(len(codes), won, len(codes) - won - lost, lost, {}, {}, None)
        return count_codes(codes, lambda row: Position(self.game, self.state_at(row)))

    def _repr_html_(self) -> str:
        """The value of the start and the counts, for notebooks."""
        return solution_html(self)

    def state_at(self, row: int) -> Any:
        return self.game.shape.decode(self.states[row])
