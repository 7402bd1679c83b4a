"""JSON lines: a game of any kind on each line, as `counterplay db export` writes them.

    {"game": "connect_four", "parameters": {"width": "5"}, "players": ["A", "B"],
     "payoffs": [1, -1], "date": "2024-05-31", "event": "", "site": "", "round": "1", "tags": {},
     "start": "startpos", "moves": ["3", "3", "2"]}

Only `game` and `moves` are required. A game with variations has `tree` as well: a row for each move
with the number of the row before it (0 is the start, 1 the first row), the move, its NAGs and its
comment. `comment` is a comment on the start:

    "tree": [[0, "3"], [1, "3"], [2, "2", [1], "a good move"], [1, "4"]], "comment": ""
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TextIO, TypeVar

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.position_text import START
from counterplay.formats.json_games.objects import Object, ObjectReader, Played, parse_object
from counterplay.formats.move_text import line_of
from counterplay.formats.move_tree import ROOT, MoveTree, TreeBuilder, require_size
from counterplay.formats.record import GameRecord, read_date, show_date
from counterplay.games import source_of

T = TypeVar("T")


def sniff(head: bytes, path: Path) -> bool:
    return head.startswith(b"{")


def read(file: BinaryIO, name: str, game: Game | None, faults: list[str]) -> Iterator[Played]:
    reader = ObjectReader(name, game, faults)

    def convert(line: Object) -> Played:
        replay = reader.replay(line)
        return replay.game, _record(replay.play(_start(line), list(map(str, line["moves"]))), line)

    yield from _converted(file, name, reader, convert)


def read_trees(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord, MoveTree]]:
    reader = ObjectReader(name, game, faults)

    def convert(line: Object) -> tuple[Game, GameRecord, MoveTree]:
        replay = reader.replay(line)
        position = replay.play(_start(line), list(map(str, line["moves"])))
        tree = MoveTree.of(position.moves)
        if line.get("tree") is not None:
            tree = _tree(position.undo(position.ply), line["tree"], str(line.get("comment") or ""))
        return replay.game, _record(position, line), tree

    yield from _converted(file, name, reader, convert)


def _converted(
    file: BinaryIO, name: str, reader: ObjectReader, convert: Callable[[Object], T]
) -> Iterator[T]:
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


def write_tree(file: TextIO, game: Game, record: GameRecord, tree: MoveTree) -> None:
    root, *nodes = tree.walk()
    rows = {root: 0} | {node: row for row, node in enumerate(nodes, 1)}
    states, made = {root: record.start_state(game)}, []
    for node in nodes:
        parent, move, nags, comment = tree.nodes[node]
        text = line_of(game, states[parent], [move])[0]
        states[node] = game.result(states[parent], move)
        made.append([rows[parent], text, list(nags), comment][: 4 if nags or comment else 2])
    line = {**as_json(game, record), "tree": made, "comment": tree.nodes[root].comment}
    file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _tree(start: Position, rows: Sequence[Sequence[Any]], comment: str) -> MoveTree:
    """The tree of the rows; InputError if a move is not legal."""
    require_size(len(rows))
    builder, places = TreeBuilder(), [(ROOT, start)]
    builder.annotate(ROOT, comment=comment)
    for before, text, *notes in rows:
        at, position = places[require_row(before, len(places))]
        after = position.play(str(text))
        nags, said = (*notes, "")[:2] if notes else ((), "")
        node = builder.add(at, after.moves[-1], map(int, nags), str(said))
        places.append((node, after))
    return builder.tree()


def require_row(number: Any, count: int) -> int:
    """The number of an earlier row."""
    if type(number) is not int or not 0 <= number < count:
        raise InputError(f"a row of its tree follows row {number!r}, which is not before it")
    return number


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
