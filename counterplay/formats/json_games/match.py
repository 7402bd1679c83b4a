"""Match files: a header, then a game on each line, as `counterplay match --out` writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from counterplay.core.data_files import line_sum
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.json_games.objects import Object, ObjectReader, Played, parse_object
from counterplay.formats.record import GameRecord, payoffs_of_score

HEADER = re.compile(rb'\{.*?"format"\s*:\s*"counterplay match"')
PLAYED_OUT = ("end", "repetition")
"""Endings on the board; in all others the score decides."""


def sniff(head: bytes, path: Path) -> bool:
    return HEADER.match(head) is not None


def read(file: BinaryIO, name: str, game: Game | None, faults: list[str]) -> Iterator[Played]:
    header = parse_object(file.readline())
    if header is None:
        raise InputError(f"{name}, line 1 is not the header of a match: the file is damaged")
    reader = ObjectReader(name, game, faults)

    def convert(line: Object) -> Played:
        if line.get("sum") not in (None, line_sum(line)):
            raise InputError("its checksum is wrong, so the line is damaged")
        replay = reader.replay(header)
        position = replay.play(str(line["opening"]), list(map(str, line["moves"])))
        return replay.game, _record(header, line, position)

    for number, text in enumerate(file, 2):
        if text.strip():
            yield from reader.read(number, text, convert)


def _record(header: Object, line: Object, position: Position) -> GameRecord:
    names = [str(name) for name in header["players"]]
    seats = [int(seat) for seat in line["seats"]]
    return GameRecord.of(
        position,
        _payoffs(line, seats, position),
        players=tuple(names[seat] for seat in seats),
        event=f"{names[0]} against {names[1]}, seed {header['seed']}",
        round=str(int(line["number"]) + 1),
        tags={} if line["ending"] == "end" else {"Termination": str(line["ending"])},
    )


def _payoffs(line: Object, seats: list[int], position: Position) -> tuple[float, ...] | None:
    if line["ending"] in PLAYED_OUT:
        return position.payoffs
    score = float(line["score"])  # of the match's first player, who may have the second seat
    return payoffs_of_score(position.game.facts, score if seats[0] == 0 else 1 - score)
