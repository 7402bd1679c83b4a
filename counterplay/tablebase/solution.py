"""A solution: what every state of a game is worth, and what follows from it."""

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
from counterplay.tablebase.lookup import Entry, Lookup, entry_of, pair
from counterplay.tablebase.stats import Stats, counted


class Solution(Lookup):
    """The solution of one game, by its states in the order of their words.

    >>> import counterplay as cp
    >>> table = cp.solve(cp.load("tic_tac_toe"))
    >>> table.value("startpos").outcome, len(table)
    ('draw', 5478)
    >>> {move: entry.outcome for move, entry in table.moves("startpos moves a1").items()}["b2"]
    'draw'
    """

    def __init__(self, game: Game, states: npt.NDArray[Any], values: npt.NDArray[np.int16]) -> None:
        self.game, self.states, self.values = game, states, values
        size = game.shape.dtype.itemsize
        self._bytes = states.view(np.uint8).reshape(len(states), size)
        self._words = size // 8

    def __len__(self) -> int:
        return len(self.states)

    def entry(self, state: Any) -> Entry:
        place = self.find(state)
        if place is None:
            raise InputError(
                f"{self.game.show_position(state)!r} is not in the table of {self.game.name}: it "
                "has the positions that can come up from the start"
            )
        return self._read(self.values[place], int(self.game.player(state)))

    def has(self, state: Any) -> bool:
        return self.find(state) is not None

    def find(self, state: Any) -> int | None:
        """The place of a state, or of the one that stands for it; None if it has none."""
        if "canonical" in self.game.functions:
            state = self.game.ask("canonical", state)
        wanted = self._key(self.game.shape.encode(state).reshape(1).view(np.uint8))
        place = bisect_left(range(len(self)), wanted, key=lambda i: self._key(self._bytes[i]))
        is_there = place < len(self) and self._key(self._bytes[place]) == wanted
        return place if is_there else None

    def _key(self, data: npt.NDArray[np.uint8]) -> tuple[tuple[int, ...], bytes]:
        """What states are ordered by: their words, and the bytes left over."""
        whole = bytes(data)
        edge = 8 * self._words
        return tuple(np.frombuffer(whole[:edge], np.uint64).tolist()), whole[edge:]

    def _read(self, row: npt.NDArray[np.int16], mover: int) -> Entry:
        """What a row of codes says (`kernels/graph.py`)."""
        facts = self.game.facts
        if facts.players != 2:
            values = tuple(tidy((int(code) >> 1) / 2) for code in row)
            return Entry(values[mover], values, outcome_of(values, mover))
        code, even = int(row[0]), facts.even_share
        if not facts.scored:
            return entry_of(facts, code, mover)
        mine = tidy((code >> 1) / facts.unit + even)
        outcome: Outcome = "win" if mine > even else "draw" if mine == even else "loss"
        return Entry(mine, pair(facts, mine, mover), outcome)

    # All of it ------------------------------------------------------------------------------------

    @cached_property
    def stats(self) -> Stats:
        """Counts over all states."""
        facts = self.game.facts
        codes = self.values[:, 0]
        if facts.players != 2:
            raise InputError(f"{self.game.name} is for {facts.players} players: none is the other")
        if facts.scored:
            scores = codes >> 1
            won, lost = int((scores > 0).sum()), int((scores < 0).sum())
            return Stats(len(codes), won, len(codes) - won - lost, lost, {}, {}, None)
        return counted(codes, lambda place: Position(self.game, self.state_at(place)))

    def state_at(self, place: int) -> Any:
        return self.game.shape.decode(self.states[place])
