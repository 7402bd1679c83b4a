"""JSON lines: a game of any kind on each line, as `counterplay db export` writes them.

    {"game": "connect_four", "parameters": {"width": "5"}, "players": ["A", "B"],
     "payoffs": [1, -1], "date": "2024-05-31", "event": "", "site": "", "round": "1", "tags": {},
     "start": "startpos", "moves": ["3", "3", "2"]}

Only `game` and `moves` are required.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position_text import START
from counterplay.formats.json_games.objects import Object, ObjectReader, Played, parse_object
from counterplay.formats.move_text import line_of
from counterplay.formats.record import GameRecord, read_date, show_date
from counterplay.games import source_of


def sniff(head: bytes, path: Path) -> bool:
    return head.startswith(b"{")


def read(file: BinaryIO, name: str, game: Game | None, faults: list[str]) -> Iterator[Played]:
    reader = ObjectReader(name, game, faults)

    def convert(line: Object) -> Played:
        replay = reader.replay(line)
        return replay.game, _record(replay.play(_start(line), list(map(str, line["moves"]))), line)

    first = file.readline()
    if parse_object(first) is None:
        raise InputError(f"{name}, line 1 is not a game in JSON: each line must be a JSON object")
    yield from reader.read(1, first, convert)
    for number, text in enumerate(file, 2):
        if text.strip():
            yield from reader.read(number, text, convert)


def write(file: TextIO, games: Iterable[Played]) -> int:
    count = 0
    for game, record in games:
        file.write(json.dumps(as_json(game, record), ensure_ascii=False) + "\n")
        count += 1
    return count


def as_json(game: Game, record: GameRecord) -> dict[str, Any]:
    """A game as the object of its line; moves are in the game's notation."""
    return {
        "game": game.name,
        "parameters": {name: str(value) for name, value in source_of(game).parameters},
        "players": list(record.players),
        "payoffs": None if record.payoffs is None else list(record.payoffs),
        "date": show_date(record.date),
        "event": record.event,
        "site": record.site,
        "round": record.round,
        "tags": dict(record.tags),
        "start": record.start or START,
        "moves": line_of(game, record.start_state(game), record.moves.tolist()),
    }


def _start(line: Object) -> str:
    return str(line.get("start") or START)


def _record(position: Any, line: Object) -> GameRecord:
    return GameRecord.of(
        position,
        line.get("payoffs"),
        players=tuple(map(str, line.get("players") or ())),
        date=read_date(str(line.get("date") or "")),
        event=str(line.get("event") or ""),
        site=str(line.get("site") or ""),
        round=str(line.get("round") or ""),
        tags={str(name): str(value) for name, value in dict(line.get("tags") or {}).items()},
    )
