"""A game that was played: its moves, who played it, and how it ended."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.game.position import START, Position

DATE = re.compile(r"(\d{4})(?:[-./](\d\d|\?\?)(?:[-./](\d\d|\?\?))?)?")
WIDTHS = ((0xFF, "<u1"), (0xFFFF, "<u2"), (0xFFFF_FFFF, "<u4"))
"""The words that moves are kept in, the narrowest that holds all moves of a game; else 64 bits."""


class Played(NamedTuple):
    """A game, whose moves are legal.

    moves    in the numbers of the game, those of chance included
    start    the position it began from, as text; empty for the start of the game
    payoffs  what each player got; None where that is not known
    players  their names, the first player's first; may be empty
    date     as 20240531, with zeros for what is not known
    tags     whatever else is said of the game
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

    def digest(self, kind: bytes, packed: bytes) -> int:
        """64 bits, with a sign, that stand for the game among all games.

        `kind` says of which game it is, `packed` are its moves as the file has them.
        """
        parts = (
            self.start, show_payoffs(self.payoffs), "\n".join(self.players), str(self.date),
            self.event, self.site, self.round,
        )  # fmt: skip
        text = "\0".join(parts).encode("utf-8", "surrogatepass")
        found = hashlib.blake2b(text + packed, digest_size=8, key=kind).digest()
        return int.from_bytes(found, "little", signed=True)


def tidied(game: Played) -> Played:
    """The game with texts that the file can hold: names stand in one line, and have no byte 0."""
    texts = (game.event, game.site, game.round, *game.players)
    if not any("\n" in text or "\0" in text for text in texts):
        return game
    names = tuple(map(_one_line, game.players))
    event, site, part = map(_one_line, texts[:3])
    return game._replace(players=names, event=event, site=site, round=part)


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())


def pack(moves: npt.NDArray[np.int64]) -> bytes:
    """Moves in as few bytes as all of them fit into; the first byte says how many each has."""
    if not len(moves):
        return b""
    highest = int(moves.view(np.uint64).max())  # a number below zero is a very high one
    for most, width in WIDTHS:
        if highest <= most:
            kept = moves.astype(width)
            return bytes([kept.itemsize]) + kept.tobytes()
    return b"\x08" + moves.astype("<i8").tobytes()


def unpack(data: bytes) -> npt.NDArray[np.int64]:
    """The moves that `pack` wrote; ValueError where the bytes are none."""
    if not data:
        return np.zeros(0, np.int64)
    kinds = {1: "<u1", 2: "<u2", 4: "<u4", 8: "<i8"}
    if data[0] not in kinds:
        raise ValueError("no moves")
    return np.frombuffer(data, kinds[data[0]], offset=1).astype(np.int64)


@lru_cache(1024)
def show_payoffs(payoffs: tuple[float, ...] | None) -> str:
    """`1 -1`; nothing where they are not known."""
    return "" if payoffs is None else " ".join(f"{payoff:.17g}" for payoff in payoffs)


@lru_cache(1024)
def read_payoffs(text: str) -> tuple[float, ...] | None:
    found = tuple(float(word) for word in text.split())
    return tuple(int(p) if p == int(p) else p for p in found) or None


DRAWN = -1


@lru_cache(1024)
def winner(payoffs: tuple[float, ...] | None) -> int | None:
    """The player who got the most; DRAWN where several did, None where that is not known."""
    if payoffs is None:
        return None
    best = max(payoffs)
    return payoffs.index(best) if payoffs.count(best) == 1 else DRAWN


@lru_cache(4096)
def read_date(text: str) -> int:
    """A day as 20240531, from 2024-05-31, 2024.05.31 or 2024.??.??; 0 where there is none."""
    found = DATE.match(text.strip())
    if found is None:
        return 0
    year, month, day = (int(part) if part and part != "??" else 0 for part in found.groups())
    return 10_000 * year + 100 * month + (day if month else 0)


def show_date(date: int, mark: str = "-") -> str:
    """2024-05-31, or as much of it as is known."""
    year, rest = divmod(date, 10_000)
    parts = [f"{year:04}", f"{rest // 100:02}", f"{rest % 100:02}"]
    known = 1 + (rest >= 100) + (rest % 100 > 0) if year else 0
    return mark.join(parts[:known])


def show_tags(tags: Mapping[str, str]) -> str:
    return json.dumps(dict(tags), ensure_ascii=False, separators=(",", ":")) if tags else ""


def require_payoffs(payoffs: Sequence[float] | None, players: int) -> tuple[float, ...] | None:
    """The payoffs, if they are one number for each player."""
    if payoffs is None:
        return None
    given = tuple(int(p) if float(p).is_integer() else float(p) for p in payoffs)
    if len(given) != players or not all(np.isfinite(given)):
        raise InputError(f"payoffs={payoffs!r} should be a number for each of {players} players")
    return given


def start_of(position: Position) -> str:
    """Where a game began, as text; nothing for the start of the game."""
    shown = str(position.undo(len(position.past)))
    return "" if shown == START else shown
