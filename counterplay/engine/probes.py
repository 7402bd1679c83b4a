"""Exact answers and opening moves that are looked up instead of searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from counterplay.core.bits.casts import tidy
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position, as_position
from counterplay.core.game.results import Result


class Book(Protocol):
    """An opening book."""

    def move(self, position: Position) -> int | None:
        """The book's move for a position; None if it has none."""

    def reseed(self, seed: str | int) -> None:
        """Restart the book's random choices: the same seed gives the same choices."""


class Tables(Protocol):
    """Exact answers: a solution of a game, or endgame tables."""

    def answer(self, position: Position) -> Result | None:
        """The best move and its exact value; None if the tables do not know the position."""

    def alternatives(self, best: Result) -> tuple[Result, ...]:
        """Every other legal move than that of an answer, best first; none if one is not known."""

    def probe_tables(self) -> ProbeTables | None:
        """Tables that a search can look states up in; None if there are none."""


class OpeningBook:
    """A book of given moves. It finds its positions after transpositions, too.

    >>> import counterplay as cp
    >>> game = cp.load("connect_four")
    >>> book = cp.OpeningBook(game, {"startpos": "4", "44": "4"})
    >>> book.move(game.position("44")), book.move(game.position("1"))
    (3, None)
    """

    def __init__(self, game: Game, moves: Mapping[str, str]) -> None:
        self.game = game
        self._moves: dict[int, int] = {}
        for text, move in moves.items():
            position = as_position(game, text)
            action = game.parse_move(position.state, move)
            self._moves[game.key(position.state)] = action

    def move(self, position: Position) -> int | None:
        return self._moves.get(self.game.key(position.state))

    def reseed(self, seed: str | int) -> None:
        """Do nothing: this book has one move for a position."""


@dataclass(frozen=True, eq=False)
class ProbeTables:
    """Endgame tables in memory, which a search looks states up in by `index(s)`.

    A table has one code of 8 or 16 bits for each index, from the side to move: 1 for a draw,
    2 + n for a win in n plies, -1 - n for a loss in n plies; 0 and the least number mean unknown.
    """

    game: Game
    tables: Mapping[int, npt.NDArray[Any]]

    def __post_init__(self) -> None:
        if "index" not in self.game.functions:
            raise UnfitError(f"{self.game.name} has no index(s), which endgame tables need")
        if self.game.facts.scored:
            raise UnfitError(
                f"{self.game.name} is scored: endgame tables are for games won, drawn or lost"
            )
        for codes in self.tables.values():
            if codes.dtype not in (np.int8, np.int16) or codes.ndim != 1:
                raise InputError("a table must be a one-dimensional array of codes of 8 or 16 bits")
            if not codes.flags.c_contiguous:
                raise InputError("the codes of a table must be contiguous in memory")

    def answer(self, position: Position) -> Result | None:
        """None: these tables are looked up inside a search only."""
        return None

    def probe_tables(self) -> ProbeTables:
        return self

    @cached_property
    def directory(self) -> npt.NDArray[np.int64]:
        """A row for each table: its number, address, bytes of a code, and how many codes."""
        rows = [
            (t, codes.ctypes.data, codes.itemsize, len(codes))
            for t, codes in sorted(self.tables.items())
        ]
        return np.array(rows, np.int64).reshape(-1, 4)


def from_book(book: Book, position: Position) -> Result | None:
    """The book's move as a result. Its value is an even share: a book says nothing about values."""
    move = book.move(position)
    if move is None:
        return None
    if move not in position.legal_moves:
        raise InputError(f"the book gives {move}, which is not a legal move in {position.text}")
    facts = position.game.facts
    even = tidy(facts.even_share)
    return Result(
        position=position,
        move=move,
        value=even,
        values=(even,) * facts.players,
        kind="estimate",
        outcome=None,
        distance=None,
        line=(move,),
        depth=0,
        nodes=0,
        seconds=0.0,
        source="book",
        method="book",
    )
