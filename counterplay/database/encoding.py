"""How a game record is stored in a row of the file: packed moves, texts, and a checksum."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from counterplay.formats.record import GameRecord

WIDTHS = ((0xFF, "<u1"), (0xFFFF, "<u2"), (0xFFFF_FFFF, "<u4"))
"""Types for packed moves, and the highest move of each; higher moves take 64 bits."""


def digest(record: GameRecord, ruleset: bytes, packed: bytes) -> int:
    """The checksum of a game, a signed 64-bit number; equal games have equal checksums.

    `ruleset` identifies the rules (`Ruleset.hash_key`), `packed` are the packed moves. Tags do not
    count.
    """
    parts = (
        record.start, show_payoffs(record.payoffs), "\n".join(record.players), str(record.date),
        record.event, record.site, record.round,
    )  # fmt: skip
    text = "\0".join(parts).encode("utf-8", "surrogatepass")
    hashed = hashlib.blake2b(text + packed, digest_size=8, key=ruleset).digest()
    return int.from_bytes(hashed, "little", signed=True)


def storable(record: GameRecord) -> GameRecord:
    """The record with line breaks and zero bytes of its names replaced by spaces."""
    texts = (record.event, record.site, record.round, *record.players)
    if not any("\n" in text or "\0" in text for text in texts):
        return record
    names = tuple(map(_one_line, record.players))
    event, site, part = map(_one_line, texts[:3])
    return record._replace(players=names, event=event, site=site, round=part)


def _one_line(text: str) -> str:
    return " ".join(text.replace("\0", " ").split())


def pack(moves: npt.NDArray[np.int64]) -> bytes:
    """Moves as bytes: the first byte is the width of a move, the narrowest that fits all."""
    if not len(moves):
        return b""
    highest = int(moves.view(np.uint64).max())  # as unsigned, a negative move is a very high one
    for most, width in WIDTHS:
        if highest <= most:
            narrow = moves.astype(width)
            return bytes([narrow.itemsize]) + narrow.tobytes()
    return b"\x08" + moves.astype("<i8").tobytes()


def unpack(data: bytes) -> npt.NDArray[np.int64]:
    """The moves that `pack` wrote; ValueError if the bytes are damaged."""
    if not data:
        return np.zeros(0, np.int64)
    widths = {1: "<u1", 2: "<u2", 4: "<u4", 8: "<i8"}
    if data[0] not in widths:
        raise ValueError("not packed moves")
    return np.frombuffer(data, widths[data[0]], offset=1).astype(np.int64)


@lru_cache(1024)
def show_payoffs(payoffs: tuple[float, ...] | None) -> str:
    """`1 -1`; empty if they are unknown."""
    return "" if payoffs is None else " ".join(f"{payoff:.17g}" for payoff in payoffs)


@lru_cache(1024)
def read_payoffs(text: str) -> tuple[float, ...] | None:
    """The payoffs that `show_payoffs` wrote."""
    numbers = tuple(float(word) for word in text.split())
    return tuple(int(p) if p == int(p) else p for p in numbers) or None


def show_tags(tags: Mapping[str, str]) -> str:
    return json.dumps(dict(tags), ensure_ascii=False, separators=(",", ":")) if tags else ""
