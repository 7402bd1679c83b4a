"""Score sheets of MAT files: lines of text, parsed into games with their events.

     3 point match

     Game 1
     Anna : 0                       Bert : 0
      1)                             21: 13/11 24/23
      2) 52: 13/8 24/22              63: 8/5 11/5
      3)  Doubles => 2                Takes
          Wins 2 points

The left column is the first player's. Before a match, lines such as `; [Event "Open"]` are tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

HEADING = re.compile(r"\s*(\d{1,9})\s+point match", re.IGNORECASE)
TAG = re.compile(r'\s*;\s*\[(.+?)\s+"(.*)"\]')
GAME = re.compile(r"\s*Game\s+\d+\s*$", re.IGNORECASE)
NAMES = re.compile(r"\s*(.*?)\s*:\s*(\d{1,9})\s+(.*?)\s*:\s*(\d{1,9})\s*$")
NUMBER = re.compile(r"\s*\d+\)")
EVENT = re.compile(
    r"(?P<dice>\d\d):|(?P<double>Doubles => \d+)|(?P<take>Takes?\b)|(?P<drop>Drops?\b)"
    r"|Wins (?P<points>\d{1,9}) points?(?P<match> and the match)?",
    re.IGNORECASE,
)
MIDDLE = 20
"""Text that begins at this column or later is in the right column."""


@dataclass(frozen=True)
class Event:
    """What a player does: the name of a group of EVENT, its text, and the play after dice."""

    kind: str
    text: str
    play: str
    player: int
    line: int


@dataclass
class SheetGame:
    """One game of a sheet."""

    line: int
    names: tuple[str, str] = ("", "")
    score: tuple[int, int] = (0, 0)
    events: list[Event] = field(default_factory=list)


@dataclass
class Sheet:
    """A match, or the games of a money session: `length` 0."""

    line: int
    length: int
    tags: dict[str, str]
    games: list[SheetGame] = field(default_factory=list)


def sheets(lines: Iterable[str]) -> Iterator[Sheet]:
    """The matches of a file, one after the other."""
    sheet: Sheet | None = None
    tags: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if tag := TAG.match(line):
            tags[tag[1]] = tag[2]
        elif heading := HEADING.match(line):
            if sheet is not None:
                yield sheet
            sheet, tags = Sheet(number, int(heading[1]), tags), {}
        elif sheet is not None:
            _read_line(sheet, number, line)
    if sheet is not None:
        yield sheet


def _read_line(sheet: Sheet, number: int, line: str) -> None:
    """Add a line to the last game of a sheet, or begin a game with it."""
    if GAME.match(line):
        sheet.games.append(SheetGame(number))
        return
    if not sheet.games:
        return
    game, names = sheet.games[-1], NAMES.match(line)
    if not game.events and names and not NUMBER.match(line):
        game.names, game.score = (names[1], names[3]), (int(names[2]), int(names[4]))
        return
    game.events.extend(events_of(line, number))


def events_of(line: str, number: int) -> Iterator[Event]:
    """The events of a line, the left column first."""
    found = list(EVENT.finditer(line))
    ends = [*(event.start() for event in found[1:]), len(line)]
    for i, event in enumerate(found):
        kind = event.lastgroup if event.lastgroup != "match" else "points"
        text = event["points"] if kind == "points" else event[0].rstrip(":")
        player = 1 if i > 0 or event.start() >= MIDDLE else 0
        yield Event(str(kind), text, line[event.end() : ends[i]].strip(), player, number)
