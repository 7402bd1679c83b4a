"""Games of checkers as PDN, the Portable Draughts Notation: PGN with the numbers of squares.

The tags are those of PGN; a result is as White sees it, though Black begins; GameType 21 is English
draughts. A game that did not begin at the start has SetUp and FEN.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from counterplay.core.game.errors import InputError
from counterplay.core.game.position import Position

ENGLISH = "21"
ROSTER = ("Event", "Site", "Date", "Round", "Black", "White", "Result")
UNKNOWN = {"Date": "????.??.??"}
WIDTH = 80

Played = tuple[Position, str, Mapping[str, str]]
"""How a game ended, with the way there; its result; its tags."""


def write_pdn(path: Path, games: Iterable[Played]) -> int:
    """Write the games to a file; how many there were."""
    count = 0
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for game in games:
                file.write(("\n" if count else "") + show_pdn(*game))
                count += 1
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return count


def show_pdn(end: Position, result: str, tags: Mapping[str, str]) -> str:
    """A game as text."""
    given = {**tags, "Result": result}
    listed = {name: given.get(name, UNKNOWN.get(name, "?")) for name in ROSTER}
    listed |= {name: given[name] for name in sorted(given.keys() - listed.keys())}
    listed["GameType"] = ENGLISH
    start, game = (*end.past, end.state)[0], end.game
    if game.shape.encode(start) != game.shape.encode(game.initial()):
        listed |= {"SetUp": "1", "FEN": game.show_position(start)}
    shown = "".join(f'[{name} "{_quoted(name, value)}"]\n' for name, value in listed.items())
    return f"{shown}\n{textwrap.fill(' '.join([*_words(end), result]), WIDTH)}\n"


def _words(end: Position) -> Iterator[str]:
    """Moves with their numbers; a number before White's move has three points."""
    states = (*end.past, end.state)
    first = end.game.player(states[0])
    for ply, (state, move) in enumerate(zip(end.past, end.moves, strict=True), first):
        if ply % 2 == 0 or ply == first:
            yield f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        yield end.game.show_move(state, move)


def _quoted(name: str, value: str) -> str:
    if "\n" in value or "\r" in value:
        raise InputError(f"the tag {name} has a line break in {value!r}: it stands in one line")
    return value.replace("\\", "\\\\").replace('"', '\\"')
