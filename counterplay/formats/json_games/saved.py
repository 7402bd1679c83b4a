"""Saved games: the JSON file of one game, over or not, as `counterplay play` saves it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from counterplay.core.data_files import has_its_sum
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.formats.json_games.objects import Object, ObjectReader, Played
from counterplay.formats.record import GameRecord, read_date

HEADER = re.compile(rb'\{.*?"format"\s*:\s*"counterplay game"', re.DOTALL)


def sniff(head: bytes, path: Path) -> bool:
    return HEADER.match(head) is not None


def read(file: BinaryIO, name: str, game: Game | None, faults: list[str]) -> Iterator[Played]:
    reader = ObjectReader(name, game, faults)

    def convert(saved: Object) -> Played:
        if not has_its_sum(saved):
            raise InputError("it is damaged; if you changed it yourself, remove its sum")
        replay = reader.replay(saved)
        position = replay.play(str(saved["start"]), list(map(str, saved["moves"])))
        players = tuple(map(str, saved["players"]))
        date = read_date(str(saved.get("date") or ""))
        return replay.game, GameRecord.of(position, players=players, date=date)

    yield from reader.read(1, file.read(), convert)
