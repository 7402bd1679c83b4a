"""What can be asked of a solution: the value of a position, of each move, and best play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import inf
from typing import Any

from counterplay.core.bits.casts import tidy
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position
from counterplay.core.game.results import Outcome, Result, outcome_of
from counterplay.engine.probes import ProbeTables

DRAW = 1
"""The code of a draw (`kernels/graph.py`, `kernels/retrograde.py`)."""


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


class Lookup(ABC):
    """A solution of a game, or of a part of it."""

    game: Game

    @abstractmethod
    def entry(self, state: Any) -> Entry:
        """What a state is worth; InputError where that is not known."""

    @abstractmethod
    def has(self, state: Any) -> bool:
        """Whether it is known what a state is worth."""

    def probe_tables(self) -> ProbeTables | None:
        """What a search can look states up in, if there is anything."""
        return None

    def value(self, position: Position | str | None = None) -> Entry:
        """What a position is worth; InputError where that is not known."""
        where = as_position(self.game, position)
        return self.entry(where.state)

    def moves(self, position: Position | str | None = None) -> dict[str, Entry]:
        """Each move with what it leads to, for whoever makes it; the best first."""
        where = as_position(self.game, position)
        found = {move: self.after(where.state, move) for move in self._actions(where)}
        ranked = sorted(found, key=lambda move: rank(found[move]), reverse=True)
        return {where.show_move(move): found[move] for move in ranked}

    def best(self, position: Position | str | None = None) -> int:
        """A best move: the fastest win, or the slowest loss."""
        where = as_position(self.game, position)
        return max(self._actions(where), key=lambda move: rank(self.after(where.state, move)))

    def policy(self, position: Position | str | None = None) -> list[str]:
        """All moves that are best."""
        moves = self.moves(position)
        top = max(map(rank, moves.values()))
        return [move for move, entry in moves.items() if rank(entry) == top]

    def line(self, position: Position | str | None = None, plies: int = 200) -> list[str]:
        """Best play from a position; of a draw without end so many plies."""
        where = as_position(self.game, position)
        shown: list[str] = []
        while not where.is_over and len(shown) < plies:
            move = self.best(where)
            shown.append(where.show_move(move))
            where = where.play(move)
        return shown

    def answer(self, position: Position) -> Result | None:
        """What is known of a position, as a search would tell it; None where that is not enough."""
        if position.is_over or not self.has(position.state):
            return None
        entry, where = self.value(position), position
        line: list[int] = []
        while not where.is_over and len(line) < (entry.distance or 1):
            line.append(self.best(where))
            where = where.play(line[-1])
        if entry.distance is not None and tuple(map(tidy, where.payoffs)) != entry.values:
            return None  # a rule about the way to a position gets in between
        return result_of(position, entry, line)

    def _actions(self, position: Position) -> list[int]:
        if position.is_over:
            raise InputError("the game is over here: there is no move to look up")
        return position.legal_moves

    def after(self, state: Any, move: int) -> Entry:
        """What a move leads to, for whoever makes it."""
        mover, after = self.game.player(state), self.game.result(state, move)
        entry = self.entry(after)
        distance = None if entry.distance is None else entry.distance + 1
        outcome = outcome_of(entry.values, mover)
        return Entry(entry.values[mover], entry.values, outcome, distance)


def result_of(position: Position, entry: Entry, line: list[int]) -> Result:
    """An entry, and the line that bears it out, as a search would tell them."""
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


def entry_of(facts: Facts, code: int, mover: int) -> Entry:
    """What a code says of a state in a game that is won, drawn or lost."""
    even = facts.even_share
    if code == DRAW:
        return Entry(tidy(even), pair(facts, even, mover), "draw")
    mine = facts.best if code > 0 else 2 * even - facts.best
    distance = code - 2 if code > 0 else -1 - code
    outcome: Outcome = "win" if code > 0 else "loss"
    return Entry(tidy(mine), pair(facts, mine, mover), outcome, distance)


def pair(facts: Facts, mine: float, mover: int) -> tuple[float, ...]:
    """The payoffs of both players, from the mover's."""
    theirs = tidy(2 * facts.even_share - mine)
    return (tidy(mine), theirs) if mover == 0 else (theirs, tidy(mine))


def rank(entry: Entry) -> tuple[float, float]:
    """How good an entry is: more is better, a win sooner, a loss later."""
    unknown = inf if entry.outcome == "win" else 0  # any win that is known to end is better
    distance = unknown if entry.distance is None else entry.distance
    return entry.value, -distance if entry.outcome == "win" else distance
