"""Games of chess out of PGN files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

import numpy as np

from counterplay.database.played import Played, read_date
from counterplay.notation.chess import chess
from counterplay.notation.pgn import Entry, Fault, read_pgn

PAYOFFS = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0), "*": None}
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
LEFT_OUT = {*ROSTER, "SetUp", "FEN"}
UNKNOWN = ("?", "")


def read(file: BinaryIO, faults: list[Fault]) -> Iterator[Played]:
    """The games of a file; broken ones are put into `faults`. Comments and variations are not kept."""
    for entry in read_pgn(file, faults):
        yield played(entry)


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
