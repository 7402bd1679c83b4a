"""The record of a finished game: its moves, its result, and the effort of each player."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from counterplay.arena.schedule import Pair, pair_of
from counterplay.core.json_fields import from_fields

Ending = Literal["end", "repetition", "table", "resigned", "time", "illegal", "error"]
"""How a game ended: played to the end, drawn by repetition, decided by a table; or forfeited by
resigning, on time, by an illegal move, by an error."""
ENDINGS: tuple[Ending, ...] = get_args(Ending)
FAULTS: tuple[Ending, ...] = ("illegal", "error")
"""Endings that show an error in a player, not that it is weak."""


@dataclass(frozen=True)
class Effort:
    """The effort of one player in a game, summed over its moves.

    `depth` is the sum over the `looked` moves for which the player reported a depth.
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
    """A finished game between two players. Players are numbers, in a match 0 and 1.

    number    its number in the schedule
    opening   the position it started from, as text
    seats     the player in each seat of the game
    moves     the moves after the opening in the game's notation, including those of chance
    payoffs   the mean payoff of each of the two over its seats, the lower number first; None after
              a forfeit
    score     of the lower number: 1 if its payoff is higher, 0 if lower, 1/2 if equal
    ending    how it ended
    text      the reason of a forfeit, else empty
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
        """The score of one of the two players."""
        return self.score if player == self.pair[0] else 1 - self.score

    @property
    def end(self) -> str:
        """The last position of the game, as text that `game.position` reads."""
        separator = " " if " moves " in self.opening else " moves "
        return self.opening + separator + " ".join(self.moves) if self.moves else self.opening

    @property
    def loser(self) -> int:
        """The player who lost. Only for games that are not drawn."""
        return self.pair[0 if self.score == 0 else 1]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> Record:
        """Read what `as_json` wrote. For anything else it raises ValueError, TypeError,
        LookupError or ArithmeticError."""
        payoffs, (one, other) = saved["payoffs"], saved["efforts"]
        seats = tuple(int(seat) for seat in saved["seats"])
        if saved["ending"] not in ENDINGS or saved["score"] not in (0, 0.5, 1):
            raise ValueError("not a record of a game")
        if int(saved["number"]) < 0 or min(seats) < 0 or len(set(seats)) != 2:
            raise ValueError("not a game of two players")
        if payoffs is not None and not all(map(math.isfinite, payoffs)):
            raise ValueError("not the payoffs of a game")
        return cls(
            number=int(saved["number"]),
            opening=str(saved["opening"]),
            seats=seats,
            moves=tuple(str(move) for move in saved["moves"]),
            payoffs=None if payoffs is None else (float(payoffs[0]), float(payoffs[1])),
            score=float(saved["score"]),
            ending=saved["ending"],
            text=str(saved["text"]),
            efforts=(from_fields(Effort, one), from_fields(Effort, other)),
        )


def mean_payoffs(payoffs: Sequence[float], seats: Sequence[int]) -> tuple[float, float]:
    """The mean payoff of each of the two players over its seats."""
    one, other = (
        [payoff for payoff, seat in zip(payoffs, seats, strict=True) if seat == side]
        for side in pair_of(seats)
    )
    return sum(one) / len(one), sum(other) / len(other)
