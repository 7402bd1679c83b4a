"""SGF as a format of the registry: the main line of each game as a `GameRecord`.

trees.py gives the variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.formats.record import GameRecord, read_date, show_date
from counterplay.formats.sgf.points import SgfGame, from_tree, to_tree
from counterplay.formats.sgf.tree import Tree, parse_sgf, show_sgf

TAGS = {"GN": "Name", "AN": "Annotator", "US": "Scribe", "BR": "FirstRank", "WR": "SecondRank"}
"""Properties that become tags of a record, and the names of these tags."""

GGF = re.compile(rb"\(\s*;\s*GM\s*\[\s*[A-Za-z]")
"""What looks like SGF, but names its game by a word and not by a number."""


def sniff(head: bytes, path: Path) -> bool:
    is_game = head.startswith(b"(") and GGF.match(head) is None
    return is_game or (path.suffix.lower() == ".sgf" and head[:1] != b"{")


def read(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[Game, GameRecord]]:
    for found, _, _ in games_of(file, name, game, faults):
        yield found.position.game, record_of(found)


def games_of(
    file: BinaryIO, name: str, game: Game | None, faults: list[str]
) -> Iterator[tuple[SgfGame, Tree, int]]:
    """The games of a file that can be read, with their trees and numbers, and a sentence in
    `faults` for each other one."""
    try:
        trees = parse_sgf(file.read())
    except InputError as error:
        raise InputError(f"{name}, {error}") from None
    for number, tree in enumerate(trees, 1):
        try:
            found = from_tree(tree)
            rules = found.position.game
            if game is not None and repr(game) != repr(rules):
                raise InputError(f"the game is {rules!r}, not {game!r}")
        except CounterplayError as error:
            faults.append(f"{name}: game {number} is skipped: {error}")
        else:
            yield found, tree, number


def write(file: TextIO, games: Iterable[tuple[Game, GameRecord]]) -> int:
    count = 0
    for game, record in games:
        file.write(show_sgf([to_tree(sgf_game(game, record))]))
        count += 1
    return count


def record_of(found: SgfGame) -> GameRecord:
    """A game of an SGF file as a record."""

    def text(name: str) -> str:
        return " ".join(" ".join(found.properties.get(name, ())).split())

    return GameRecord.of(
        found.position,
        found.payoffs,
        players=(text("PB"), text("PW")),
        date=read_date(text("DT")),
        event=text("EV"),
        site=text("PC"),
        round=text("RO"),
        tags={tag: text(name) for name, tag in TAGS.items() if name in found.properties},
    )


def sgf_game(game: Game, record: GameRecord) -> SgfGame:
    """A record as a game of SGF."""
    black, white = record.players or ("", "")
    texts = {
        "PB": black, "PW": white, "DT": show_date(record.date), "EV": record.event,
        "PC": record.site, "RO": record.round,
        **{name: record.tags.get(tag, "") for name, tag in TAGS.items()},
    }  # fmt: skip
    properties = {name: (text,) for name, text in texts.items() if text}
    return SgfGame(record.position(game), record.payoffs, properties)
