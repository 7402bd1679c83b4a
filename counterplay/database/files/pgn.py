"""Games of chess out of PGN files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import BinaryIO

import numpy as np

from counterplay.database.played import Played, read_date
from counterplay.formats.chess.native import chess
from counterplay.formats.pgn import Entry, Fault, read_pgn

PAYOFFS = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0), "*": None}
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
LEFT_OUT = {*ROSTER, "SetUp", "FEN"}
UNKNOWN = ("?", "")


def read(name: str, file: BinaryIO, faults: list[str]) -> Iterator[Played]:
    """The games of a file; broken ones go to `faults`. Comments and variations are not kept."""
    found: list[Fault] = []
    for entry in read_pgn(file, found):
        if found:
            faults += (str(replace(fault, name=name)) for fault in found)
            found.clear()
        yield played(entry)
    faults += (str(replace(fault, name=name)) for fault in found)


def played(entry: Entry) -> Played:
    tags = entry.tags
    event, site, date, part, white, black = (_known(tags.get(name, "")) for name in ROSTER[:6])
    start = "" if entry.start is None else _shown(tags.get("FEN", ""))
    return Played(
        entry.actions.astype(np.int64),
        start,
        PAYOFFS[entry.result],
        (white, black),
        read_date(date),
        event,
        site,
        part,
        {name: value for name, value in tags.items() if name not in LEFT_OUT},
    )


def _known(text: str) -> str:
    return "" if text in UNKNOWN else text


@lru_cache(1024)
def _shown(fen: str) -> str:
    """A start in the one form that it is kept in; nothing for the usual one."""
    position = chess().position(fen)
    return "" if position.state == chess().initial() else str(position)
