"""PGN as a format of the registry: games of chess as `GameRecord`s.

Comments and variations are not part of a `GameRecord`; trees.py and `read_pgn` give them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, TextIO

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.formats.chess.game import chess
from counterplay.formats.pgn.entry import Entry
from counterplay.formats.pgn.game import ROSTER, Move
from counterplay.formats.pgn.game import Game as PgnGame
from counterplay.formats.pgn.read import Fault, read_pgn
from counterplay.formats.pgn.write import write_pgn
from counterplay.formats.record import DRAWN, GameRecord, read_date, show_pgn_date, winner

BEGINNING = re.compile(rb'\[|\d+\s*\.|;|%|(?s:[^{(].*?)^\[\w+\s+"', re.MULTILINE)
PAYOFFS = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0), "*": None}
RESULTS = {None: "*", 0: "1-0", 1: "0-1", DRAWN: "1/2-1/2"}
"""The result of a game by its winner."""

OWN_FIELDS = {*ROSTER, "SetUp", "FEN"}
"""Tags that a record has fields for."""

UNKNOWN = ("?", "")


def sniff(head: bytes, path: Path) -> bool:
    """A file that begins with a tag, a move number or a comment, or has a tag further on."""
    return BEGINNING.match(head) is not None


def read(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord]]:
    for entry in entries(file, name, game, faults):
        yield chess(), record_of(entry)


def entries(file: BinaryIO, name: str, game: Game | None, faults: list[str]) -> Iterator[Entry]:
    """The games of a file that can be read, and a sentence in `faults` for each other one."""
    if game is not None and repr(game) != repr(chess()):
        raise InputError(f"{name} is PGN: its games are chess, not {game!r}")
    broken: list[Fault] = []
    for entry in read_pgn(file, broken):
        if broken:
            faults += (str(replace(fault, name=name)) for fault in broken)
            broken.clear()
        yield entry
    faults += (str(replace(fault, name=name)) for fault in broken)


def write(file: TextIO, games: Iterable[tuple[Game, GameRecord]]) -> int:
    return write_pgn(file, (pgn_game(game, record) for game, record in games))


def record_of(entry: Entry) -> GameRecord:
    """A game of a PGN file as a record."""
    tags = entry.tags
    event, site, date, part, white, black = (_known(tags.get(name, "")) for name in ROSTER[:6])
    return GameRecord(
        entry.actions.astype(np.int64),
        "" if entry.start is None else _start(tags.get("FEN", "")),
        PAYOFFS[entry.result],
        (white, black),
        read_date(date),
        event,
        site,
        part,
        {name: text for name, text in tags.items() if name not in OWN_FIELDS},
    )


def pgn_game(game: Game, record: GameRecord) -> PgnGame:
    """A record as a game of PGN. Unknown tags are left out."""
    start = record.start_state(game)
    white, black = record.players or ("", "")
    tags = {
        "Event": record.event, "Site": record.site, "Date": show_pgn_date(record.date),
        "Round": record.round, "White": white, "Black": black, **record.tags,
    }  # fmt: skip
    return PgnGame(
        tuple(map(Move, record.moves.tolist())),
        {name: text for name, text in tags.items() if text},
        RESULTS[winner(record.payoffs)],
        start=None if start == chess().initial() else start,
    )


def _known(text: str) -> str:
    return "" if text in UNKNOWN else text


@lru_cache(1024)
def _start(fen: str) -> str:
    """A FEN in the form in which records have it; empty for the usual start."""
    position = chess().position(fen)
    return "" if position.state == chess().initial() else position.text
