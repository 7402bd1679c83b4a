"""The record of a game: how it went, how it ended, and what each player spent on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from counterplay.arena.schedule import Pair, pair_of

Ending = Literal["end", "repetition", "table", "resigned", "time", "illegal", "error"]
"""Played to the end, drawn by repetition, known to a table; or given up, lost on time, by an
illegal move, by an error."""
ENDINGS: tuple[Ending, ...] = get_args(Ending)
FAULTS: tuple[Ending, ...] = ("illegal", "error")
"""Endings that show that a player is broken, not that it is weak."""


@dataclass(frozen=True)
class Effort:
    """What one player of the match spent on a game, all its moves together.

    `depth` is the sum over the `looked` moves whose search tells how deep it went.
    """

    moves: int = 0
    seconds: float = 0.0
    nodes: int = 0
    depth: int = 0
    looked: int = 0

    def __add__(self, other: Effort) -> Effort:
        return Effort(
            self.moves + other.moves,
            self.seconds + other.seconds,
            self.nodes + other.nodes,
            self.depth + other.depth,
            self.looked + other.looked,
        )


@dataclass(frozen=True)
class Record:
    """A finished game between two players, known by their numbers; 0 and 1 in a match.

    number    its place in the schedule
    opening   the position it started from, as text
    seats     who played each player of the game
    moves     the moves after the opening, in the game's notation, those of chance included
    payoffs   what each of the two got on average over its seats, the lower number first; None
              where a player forfeited
    score     1 where the lower number got more, 0 where less, 1/2 where the same
    ending    how it ended, and `text` says more where a player forfeited
    """

    number: int
    opening: str
    seats: tuple[int, ...]
    moves: tuple[str, ...]
    payoffs: tuple[float, float] | None
    score: float
    ending: Ending
    text: str
    efforts: tuple[Effort, Effort]

    @property
    def pair(self) -> Pair:
        return pair_of(self.seats)

    def score_of(self, player: int) -> float:
        """The score as one of the two sees it."""
        return self.score if player == self.pair[0] else 1 - self.score

    @property
    def end(self) -> str:
        """The position in which the game ended, as text that `game.position` reads."""
        separator = " " if " moves " in self.opening else " moves "
        return self.opening + separator + " ".join(self.moves) if self.moves else self.opening

    @property
    def loser(self) -> int:
        """The player who lost, of a game that is no draw."""
        return self.pair[0 if self.score == 0 else 1]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Record:
        """The record that `as_json` wrote; ValueError, TypeError or KeyError if it is none."""
        payoffs, (one, other) = saved["payoffs"], saved["efforts"]
        if saved["ending"] not in ENDINGS or saved["score"] not in (0, 0.5, 1):
            raise ValueError("no ending of a game")
        return cls(
            number=int(saved["number"]),
            opening=str(saved["opening"]),
            seats=tuple(int(seat) for seat in saved["seats"]),
            moves=tuple(str(move) for move in saved["moves"]),
            payoffs=None if payoffs is None else (float(payoffs[0]), float(payoffs[1])),
            score=float(saved["score"]),
            ending=saved["ending"],
            text=str(saved["text"]),
            efforts=(Effort(**one), Effort(**other)),
        )


def mean_payoffs(payoffs: Sequence[float], seats: Sequence[int]) -> tuple[float, float]:
    """What each of the two players got, on average over its seats."""
    one, other = (
        [payoff for payoff, seat in zip(payoffs, seats, strict=True) if seat == side]
        for side in pair_of(seats)
    )
    return sum(one) / len(one), sum(other) / len(other)
