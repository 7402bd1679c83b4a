"""Lookup: the value of a position, of each move, and best play, from a table or a solution."""

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
from counterplay.core.game.tablebase_codec import outcome_of_code, plies_of_code
from counterplay.engine.probes import ProbeTables


@dataclass(frozen=True)
class Entry:
    """The value of a position with best play by both sides.

    value      the payoff of the side to move
    values     the payoff of each player
    outcome    "win", "draw" or "loss" for the side to move; None if chance still decides
    distance   plies to the end of the game, if it is won or lost and the game has no score. The
               winner takes the fastest way, the loser the slowest
    """

    value: float
    values: tuple[float, ...]
    outcome: Outcome | None
    distance: int | None = None


class Lookup(ABC):
    """A source of exact values: the solution of a game, or its endgame tables."""

    game: Game

    @abstractmethod
    def entry(self, state: Any) -> Entry:
        """The value of a state. Raises InputError if it is not known."""

    @abstractmethod
    def has(self, state: Any) -> bool:
        """Whether the value of a state is known."""

    def probe_tables(self) -> ProbeTables | None:
        """The tables that a search can probe at its nodes; None if there are none."""
        return None

    def value(self, position: Position | str | None = None) -> Entry:
        """The value of a position. Raises InputError if it is not known."""
        return self.entry(as_position(self.game, position).state)

    def moves(self, position: Position | str | None = None) -> dict[str, Entry]:
        """Every legal move with its value for the side that makes it, best first."""
        start = as_position(self.game, position)
        return {start.show_move(move): entry for move, entry in self._ranked(start).items()}

    def best(self, position: Position | str | None = None) -> int:
        """A best move: the fastest win, a draw, or the slowest loss."""
        start = as_position(self.game, position)
        return max(self._actions(start), key=lambda move: rank(self.after(start.state, move)))

    def policy(self, position: Position | str | None = None) -> list[str]:
        """All best moves."""
        moves = self.moves(position)
        top = max(map(rank, moves.values()))
        return [move for move, entry in moves.items() if rank(entry) == top]

    def line(self, position: Position | str | None = None, plies: int = 200) -> list[str]:
        """Best play from a position to the end of the game, `plies` moves at most."""
        current = as_position(self.game, position)
        shown: list[str] = []
        while not current.is_over and len(shown) < plies:
            move = self.best(current)
            shown.append(current.show_move(move))
            current = current.play(move)
        return shown

    def answer(self, position: Position) -> Result | None:
        """The value and best play as a search result; None if they are not known."""
        if position.is_over or not self.has(position.state):
            return None
        entry, current = self.value(position), position
        line: list[int] = []
        while not current.is_over and len(line) < (entry.distance or 1):
            line.append(self.best(current))
            current = current.play(line[-1])
        if entry.distance is not None and tuple(map(tidy, current.payoffs)) != entry.values:
            return None  # the game history matters here: repetition, or moves without progress
        return result_of(position, entry, line)

    def alternatives(self, best: Result) -> tuple[Result, ...]:
        """Every other legal move than the best one of an answer, best first; none if one of them
        leads to a state that is not known."""
        position = best.position
        try:
            ranked = self._ranked(position).items()
        except InputError:
            return ()
        return tuple(
            result_of(position, entry, [move]) for move, entry in ranked if move != best.move
        )

    def _ranked(self, position: Position) -> dict[int, Entry]:
        """Every legal move with its value for the side that makes it, best first."""
        entries = {move: self.after(position.state, move) for move in self._actions(position)}
        order = sorted(entries, key=lambda move: rank(entries[move]), reverse=True)
        return {move: entries[move] for move in order}

    def _actions(self, position: Position) -> list[int]:
        if position.is_over:
            raise InputError(f"the game is over in {position.text}: there are no moves to look up")
        return position.legal_moves

    def after(self, state: Any, move: int) -> Entry:
        """The value of a move for the side that makes it."""
        mover, successor = self.game.player(state), self.game.result(state, move)
        entry = self.entry(successor)
        distance = None if entry.distance is None else entry.distance + 1
        outcome = outcome_of(entry.values, mover)
        return Entry(entry.values[mover], entry.values, outcome, distance)


def result_of(position: Position, entry: Entry, line: list[int]) -> Result:
    """An entry and its best line as a search result."""
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
    """The entry of a code, in a game that ends in a win, a draw or a loss."""
    even, outcome = facts.even_share, outcome_of_code(code)
    if outcome == "draw":
        return Entry(tidy(even), pair(facts, even, mover), outcome)
    mine = facts.best if outcome == "win" else 2 * even - facts.best
    return Entry(tidy(mine), pair(facts, mine, mover), outcome, plies_of_code(code))


def pair(facts: Facts, mine: float, mover: int) -> tuple[float, ...]:
    """The payoffs of both players, from the payoff of the mover."""
    theirs = tidy(2 * facts.even_share - mine)
    return (tidy(mine), theirs) if mover == 0 else (theirs, tidy(mine))


def rank(entry: Entry) -> tuple[float, float]:
    """A sort key: a higher value is better, then a faster win or a slower loss."""
    unknown = inf if entry.outcome == "win" else 0  # a win of known length is better
    distance = unknown if entry.distance is None else entry.distance
    return entry.value, -distance if entry.outcome == "win" else distance
