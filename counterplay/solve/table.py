"""A solution: what every state of a game is worth, and what follows from it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.casts import tidy
from counterplay.core.errors import InputError
from counterplay.core.game import Game
from counterplay.core.position import Position, as_position
from counterplay.core.results import Outcome, Result, outcome_of

DRAW = 1


@dataclass(frozen=True)
class Entry:
    """What a position is worth with best play, to the side to move.

    values     the payoff of each player
    outcome    win, draw or loss
    distance   plies to the end where it is won or lost and the game has no score: the winner
               hurries, the loser delays
    """

    value: float
    values: tuple[float, ...]
    outcome: Outcome
    distance: int | None = None


@dataclass(frozen=True)
class Stats:
    """How many states are worth what; for the side to move."""

    states: int
    won: int
    drawn: int
    lost: int
    won_in: dict[int, int]
    lost_in: dict[int, int]
    longest: Position | None
    """A position whose win takes longest."""


class Table:
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

    # Looking up -----------------------------------------------------------------------------------

    def value(self, position: Position | str | None = None) -> Entry:
        """What a position is worth; InputError where the table has not got it."""
        where = as_position(self.game, position)
        return self._entry(where.state)

    def moves(self, position: Position | str | None = None) -> dict[str, Entry]:
        """Each move with what it leads to, for whoever makes it; the best first."""
        where = as_position(self.game, position)
        found = {move: self._after(where.state, move) for move in self._actions(where)}
        ranked = sorted(found, key=lambda move: rank(found[move]), reverse=True)
        return {where.show_move(move): found[move] for move in ranked}

    def best(self, position: Position | str | None = None) -> int:
        """A best move: the fastest win, or the slowest loss."""
        where = as_position(self.game, position)
        return max(self._actions(where), key=lambda move: rank(self._after(where.state, move)))

    def policy(self, position: Position | str | None = None) -> list[str]:
        """All moves that are best."""
        moves = self.moves(position)
        top = max(map(rank, moves.values()))
        return [move for move, entry in moves.items() if rank(entry) == top]

    def line(self, position: Position | str | None = None, plies: int = 200) -> list[str]:
        """Best play from a position; of a draw without end so many plies."""
        where = as_position(self.game, position)
        shown: list[str] = []
        while not where.over and len(shown) < plies:
            move = self.best(where)
            shown.append(where.show_move(move))
            where = where.play(move)
        return shown

    def answer(self, position: Position) -> Result | None:
        """What the table knows, as a search would tell it; None where it has not got a position."""
        if position.over or self.find(position.state) is None:
            return None
        entry, where = self.value(position), position
        line: list[int] = []
        while not where.over and len(line) < (entry.distance or 1):
            line.append(self.best(where))
            where = where.play(line[-1])
        if entry.distance is not None and tuple(map(tidy, where.payoffs)) != entry.values:
            return None  # a rule about the way to a position gets in between
        return Result(
            position=position,
            move=line[0],
            value=entry.value,
            values=entry.values,
            kind="exact",
            outcome=entry.outcome,
            distance=entry.distance,
            line=tuple(line),
            depth=len(line),
            nodes=0,
            seconds=0.0,
            source="table",
            method="table",
        )

    def _actions(self, position: Position) -> list[int]:
        if position.over:
            raise InputError("the game is over here: there is no move to look up")
        return position.actions

    def _after(self, state: Any, move: int) -> Entry:
        """What a move leads to, for whoever makes it."""
        mover, after = self.game.player(state), self.game.result(state, move)
        entry = self._entry(after)
        distance = None if entry.distance is None else entry.distance + 1
        outcome = outcome_of(entry.values, mover)
        return Entry(entry.values[mover], entry.values, outcome, distance)

    def _entry(self, state: Any) -> Entry:
        place = self.find(state)
        if place is None:
            raise InputError(
                f"{self.game.show_position(state)!r} is not in the table of {self.game.name}: it "
                "has the positions that can come up from the start"
            )
        return self._read(self.values[place], self._mover(state))

    def _mover(self, state: Any) -> int:
        return int(self.game.player(state))

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
        if facts.scored:
            mine = tidy((code >> 1) / facts.unit + even)
            outcome: Outcome = "win" if mine > even else "draw" if mine == even else "loss"
            return Entry(mine, self._pair(mine, mover), outcome)
        if code == DRAW:
            return Entry(tidy(even), self._pair(even, mover), "draw")
        mine = facts.best if code > 0 else 2 * even - facts.best
        distance = code - 2 if code > 0 else -1 - code
        return Entry(tidy(mine), self._pair(mine, mover), "win" if code > 0 else "loss", distance)

    def _pair(self, mine: float, mover: int) -> tuple[float, ...]:
        theirs = tidy(2 * self.game.facts.even_share - mine)
        return (tidy(mine), theirs) if mover == 0 else (theirs, tidy(mine))

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
        numbers, times = np.unique(codes, return_counts=True)
        count = Counter(dict(zip(numbers.tolist(), times.tolist(), strict=True)))
        won_in = {code - 2: n for code, n in count.items() if code > DRAW}
        lost_in = {-1 - code: n for code, n in sorted(count.items(), reverse=True) if code < 0}
        longest = None
        if won_in:
            place = int(np.argmax(codes))
            longest = Position(self.game, self.game.shape.decode(self.states[place]))
        return Stats(
            len(codes), sum(won_in.values()), count[DRAW], sum(lost_in.values()), won_in, lost_in,
            longest,
        )  # fmt: skip


def rank(entry: Entry) -> tuple[float, float]:
    """How good an entry is: more is better, a win sooner, a loss later."""
    distance = entry.distance or 0
    return entry.value, -distance if entry.outcome == "win" else distance
