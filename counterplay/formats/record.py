"""GameRecord: a game that was played, in the form that every format reads and writes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.position_text import START

DATE = re.compile(r"(\d{4})(?:[-./](\d\d|\?\?)(?:[-./](\d\d|\?\?))?)?")

DRAWN = -1
"""What `winner` returns for a draw."""


class GameRecord(NamedTuple):
    """A game. All its moves are legal.

    moves    the numbers of the moves, chance moves included
    start    the start position as text; empty for the usual start of the game
    payoffs  what each player got; None if unknown
    players  their names, the first player's first; may be empty
    date     20240531 for 2024-05-31; zeros for unknown parts
    tags     other facts about the game
    """

    moves: npt.NDArray[np.int64]
    start: str = ""
    payoffs: tuple[float, ...] | None = None
    players: tuple[str, ...] = ()
    date: int = 0
    event: str = ""
    site: str = ""
    round: str = ""
    tags: Mapping[str, str] = {}

    @classmethod
    def of(
        cls, position: Position, payoffs: Sequence[float] | None = None, **fields: Any
    ) -> GameRecord:
        """The game that led to a position. `payoffs` may be left out if it is over."""
        if payoffs is None and position.is_over:
            payoffs = position.payoffs
        checked = require_payoffs(payoffs, position.game.facts.players)
        moves = np.array(position.moves, np.int64)
        return cls(moves, start_of(position), checked, **fields)

    def start_state(self, game: Game) -> Any:
        """The state that the game began from."""
        return game.position(self.start).state if self.start else game.initial()

    def position(self, game: Game) -> Position:
        """The position at the end of the game, with all moves that led to it."""
        position = game.position(self.start or START)
        for move in self.moves.tolist():
            position = position.play(move)
        return position


def start_of(position: Position) -> str:
    """The start of a game as `GameRecord.start` has it: empty for the usual start."""
    shown = position.undo(len(position.past)).text
    return "" if shown == START else shown


# Results ----------------------------------------------------------------------------------------


@lru_cache(1024)
def winner(payoffs: tuple[float, ...] | None) -> int | None:
    """The player with the highest payoff; DRAWN if several have it, None if it is unknown."""
    if payoffs is None:
        return None
    best = max(payoffs)
    return payoffs.index(best) if payoffs.count(best) == 1 else DRAWN


def require_payoffs(payoffs: Sequence[float] | None, players: int) -> tuple[float, ...] | None:
    """The payoffs as a tuple; InputError unless there is one finite number for each player."""
    if payoffs is None:
        return None
    numbers = tuple(int(p) if float(p).is_integer() else float(p) for p in payoffs)
    if len(numbers) != players or not all(map(math.isfinite, numbers)):
        raise InputError(f"payoffs={payoffs!r} must be a number for each of {players} players")
    return numbers


def payoffs_of_score(facts: Facts, score: float) -> tuple[float, ...] | None:
    """The payoffs of a game that was decided off the board, for example on time.

    `score` is 1 if the first player won, 0 if the first player lost, 0.5 for a draw. Returns None
    if the score does not determine the payoffs: the game counts points, or has not two players.
    """
    lost = facts.lost_by(1 if score == 1 else 0)
    if score == 0.5 and lost is not None:
        return facts.even_share, facts.even_share
    return lost


# Dates ------------------------------------------------------------------------------------------


@lru_cache(4096)
def read_date(text: str) -> int:
    """20240531 from 2024-05-31 or 2024.05.31, 20240000 from 2024.??.??, 0 if there is no date."""
    found = DATE.match(text.strip())
    if found is None:
        return 0
    year, month, day = (int(part) if part and part != "??" else 0 for part in found.groups())
    return 10_000 * year + 100 * month + (day if month else 0)


def show_date(date: int) -> str:
    """2024-05-31; unknown parts are left out."""
    year, rest = divmod(date, 10_000)
    parts = [f"{year:04}", f"{rest // 100:02}", f"{rest % 100:02}"]
    known = 1 + (rest >= 100) + (rest % 100 > 0) if year else 0
    return "-".join(parts[:known])


def show_pgn_date(date: int) -> str:
    """2024.05.31, with ?? for unknown parts; empty if there is no date."""
    year, rest = divmod(date, 10_000)
    return f"{year:04}.{rest // 100 or '??':02}.{rest % 100 or '??':02}" if year else ""


# Positions --------------------------------------------------------------------------------------


class PositionRecord(Protocol):
    """A position of a file: what every format of positions reads.

    position    text that `game.position` reads
    line        the number of its line in the file
    name        what the file calls it; may be empty
    best_moves  the best moves in the game's notation, if the file gives them
    """

    @property
    def position(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def best_moves(self) -> tuple[str, ...]: ...
