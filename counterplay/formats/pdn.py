"""PDN, Portable Draughts Notation: games of checkers, written like PGN with numbers of squares.

The result is White's, as in PGN, although Black moves first. GameType 21 is English draughts. A
game with another start position has the tags SetUp and FEN.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.record import DRAWN, GameRecord, show_pgn_date, winner

ENGLISH = "21"
ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
UNKNOWN = {"Date": "????.??.??"}
WIDTH = 80

DRAUGHTS = re.compile(rb'(?s:.*?)^\[GameType\s+"[234]\d', re.MULTILINE)
"""The numbers of GameType for draughts; chess is 0 or 1."""

WHITE = 1
"""The number of the player with the white pieces."""

RESULTS = {None: "*", WHITE: "1-0", 1 - WHITE: "0-1", DRAWN: "1/2-1/2"}
"""The result of a game by its winner."""


def fits(game: Game) -> bool:
    """Checkers on the usual board."""
    return game.name == "checkers" and all(p.value == p.default for p in game.parameters.values())


def sniff(head: bytes, path: Path) -> bool:
    return path.suffix.lower() == ".pdn" or DRAUGHTS.match(head) is not None


def write(file: TextIO, games: Iterable[tuple[Game, GameRecord]]) -> int:
    count = 0
    for game, record in games:
        black, white = record.players or ("", "")
        tags = {
            "Event": record.event, "Site": record.site, "Date": show_pgn_date(record.date),
            "Round": record.round, "Black": black, "White": white, **record.tags,
        }  # fmt: skip
        known = {name: text for name, text in tags.items() if text}
        shown = show_pdn(record.position(game), RESULTS[winner(record.payoffs)], known)
        file.write(("\n" if count else "") + shown)
        count += 1
    return count


def show_pdn(end: Position, result: str, tags: Mapping[str, str]) -> str:
    """The game that led to the position `end`, as text."""
    known = {**tags, "Result": result}
    listed = {name: known.get(name, UNKNOWN.get(name, "?")) for name in ROSTER}
    listed |= {name: known[name] for name in sorted(known.keys() - listed.keys())}
    listed["GameType"] = ENGLISH
    start, game = (*end.past, end.state)[0], end.game
    if game.shape.encode(start) != game.shape.encode(game.initial()):
        listed |= {"SetUp": "1", "FEN": game.show_position(start)}
    shown = "".join(f'[{name} "{_quoted(name, value)}"]\n' for name, value in listed.items())
    return f"{shown}\n{textwrap.fill(' '.join([*_words(end), result]), WIDTH)}\n"


def _words(end: Position) -> Iterator[str]:
    """Moves with their numbers; a number before White's move has three dots."""
    states = (*end.past, end.state)
    first = end.game.player(states[0])
    for ply, (state, move) in enumerate(zip(end.past, end.moves, strict=True), first):
        if ply % 2 == 0 or ply == first:
            yield f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        yield end.game.show_move(state, move)


def _quoted(name: str, value: str) -> str:
    if "\n" in value or "\r" in value:
        raise InputError(f"the tag {name} has a line break in {value!r}: a tag must be one line")
    return value.replace("\\", "\\\\").replace('"', '\\"')
