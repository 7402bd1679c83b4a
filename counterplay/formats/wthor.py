"""WTHOR: the database of games of Othello that the French federation keeps, a file for each year.

A file has a header of 16 bytes and 68 bytes for each game: the numbers of the tournament and of
the players, black's discs at the end, the discs that black could have had, and 60 moves without
passes. A move is ten times its row and its column; zeros follow the last one. The names are in two
files beside it, whose suffixes are JOU (players) and TRN (tournaments).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.formats.record import GameRecord
from counterplay.formats.replay import Replay, game_of

NAME = "othello"
HEADER = struct.Struct("<BBBBIHHBBBB")
PLAYED = struct.Struct("<HHHBB60s")
SQUARES = 64
CENTURIES = (19, 20)
USUAL_SIZES = (0, 8)
NAME_LENGTHS = {".jou": 20, ".trn": 26}
"""The bytes of a name, by the suffix of the file."""


def fits(game: Game) -> bool:
    """Othello on the usual board."""
    return game.name == NAME and all(p.value == p.default for p in game.parameters.values())


def sniff(head: bytes, path: Path) -> bool:
    if path.suffix.lower() == ".wtb":
        return True
    if len(head) < HEADER.size:
        return False
    century, year, month, day, *_ = HEADER.unpack_from(head)
    is_date = century in CENTURIES and year < 100 and 1 <= month <= 12 and 1 <= day <= 31
    return bool(is_date and head[HEADER.size - 1] == 0)


def read(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord]]:
    count, year = _header(file.read(HEADER.size), name)
    if game is not None and not fits(game):
        raise InputError(f"{name} has games of Othello, and not of {game!r}")
    replay, names = Replay(game or game_of(NAME, ())), _Names(Path(name))
    for number in range(1, count + 1):
        data = file.read(PLAYED.size)
        if len(data) < PLAYED.size:
            faults.append(f"{name} is cut off: games {number} to {count} are missing")
            return
        try:
            yield replay.game, _record(data, year, replay, names)
        except CounterplayError as error:
            faults.append(f"{name}: game {number} is skipped: {error}")


def _header(data: bytes, name: str) -> tuple[int, int]:
    """The number of games, and their year."""
    if len(data) < HEADER.size:
        raise InputError(f"{name} is too short: the header of WTHOR has {HEADER.size} bytes")
    _, _, _, _, count, _, year, size, kind, _, _ = HEADER.unpack(data)
    if size not in USUAL_SIZES:
        raise InputError(f"{name} has games on a board of {size} by {size}: only 8 by 8 is read")
    if kind == 1:
        raise InputError(f"{name} has solitaires, not games: only games are read from WTHOR")
    return count, year


def _record(data: bytes, year: int, replay: Replay, names: _Names) -> GameRecord:
    tournament, black, white, discs, best, codes = PLAYED.unpack(data)
    moves = [_square(code) for code in codes.partition(b"\0")[0]]
    position = replay.play("startpos", moves, forced="pass")
    margin = 2 * discs - SQUARES
    players = (names.of(".jou", black), names.of(".jou", white))
    return GameRecord.of(
        position,
        position.payoffs if position.is_over else (margin, -margin),
        players=players if any(players) else (),
        date=10_000 * year,
        event=names.of(".trn", tournament),
        tags={"BestScore": str(2 * best - SQUARES)},
    )


def _square(code: int) -> str:
    row, column = divmod(code, 10)
    if not (1 <= row <= 8 and 1 <= column <= 8):
        raise InputError(f"the move {code} is not a square: it is ten times the row and the column")
    return f"{'abcdefgh'[column - 1]}{row}"


class _Names:
    """The names of players and of tournaments, from the files beside a file of games."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, suffix: str, number: int) -> str:
        known = self._read[suffix]
        return known[number] if number < len(known) else ""

    @cached_property
    def _read(self) -> dict[str, Sequence[str]]:
        beside = sorted(self._path.parent.iterdir()) if self._path.is_file() else []
        found = {path.suffix.lower(): path for path in reversed(beside)}
        return {
            suffix: _names(found[suffix], length) if suffix in found else ()
            for suffix, length in NAME_LENGTHS.items()
        }


def _names(path: Path, length: int) -> list[str]:
    data = path.read_bytes()[HEADER.size :]
    parts = (data[i : i + length] for i in range(0, len(data), length))
    return [part.partition(b"\0")[0].decode("latin-1").strip() for part in parts]
