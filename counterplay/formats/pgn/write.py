"""Write PGN in its export format: the seven standard tags first, lines of at most 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from counterplay.core.game.errors import InputError
from counterplay.core.table_file import whole_text
from counterplay.formats.chess.game import chess
from counterplay.formats.chess.text import ChessText
from counterplay.formats.pgn.entry import Entry
from counterplay.formats.pgn.game import ROSTER, Game, Line
from counterplay.formats.pgn.layout import RESULTS

WIDTH = 80
TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
UNKNOWN = {"Date": "????.??.??"}
START_TAGS = ("SetUp", "FEN")

NEVER_FIRST = ("[", "%")
"""Characters with another meaning at the beginning of a line."""

CORNERS = 0x81 | 0x81 << 56
FIRST_ROW, LAST_ROW = 0xFF, 0xFF << 56
E1, E8 = 1 << 4, 1 << 60


def write_pgn(target: str | Path | TextIO, games: Iterable[Game | Entry]) -> int:
    """Write games to a file, given by its path or open in text mode; returns their number."""
    if isinstance(target, (str, Path)):
        with whole_text(Path(target)) as file:
            return write_pgn(file, games)
    writer, count = ChessText(), 0
    for game in games:
        target.write(("\n" if count else "") + _shown(game, writer))
        count += 1
    return count


def show_pgn(game: Game | Entry) -> str:
    """A game as text."""
    return _shown(game, ChessText())


def _shown(game: Game | Entry, writer: ChessText) -> str:
    game = game.game if isinstance(game, Entry) else game
    if game.result not in RESULTS:
        raise InputError(f"result={game.result!r} is not one of: {', '.join(RESULTS[1:])}")
    tags = "".join(f'[{name} "{value}"]\n' for name, value in _tags(game, writer))
    start = chess().initial() if game.start is None else game.start
    words = [*_comment(game.comment), *_words(game.line, start, writer), game.result]
    return f"{tags}\n{_wrapped(words)}\n"


# Tags -------------------------------------------------------------------------------------------


def _tags(game: Game, writer: ChessText) -> Iterator[tuple[str, str]]:
    """The seven standard tags in their order, then the others by name."""
    tags = {name: game.tags.get(name, UNKNOWN.get(name, "?")) for name in ROSTER}
    tags["Result"] = game.tags.get("Result", game.result)
    rest = {n: v for n, v in game.tags.items() if n not in tags and n not in START_TAGS}
    if game.start is not None:
        rest |= {"SetUp": "1", "FEN": writer.fen(game.start)}
        if is_chess960(game.start):
            rest.setdefault("Variant", "Chess960")
    for name, value in [*tags.items(), *sorted(rest.items())]:
        if not TAG_NAME.fullmatch(name):
            raise InputError(f"{name!r} is not a name of a tag: use letters, digits and _")
        if "\n" in value or "\r" in value:
            raise InputError(
                f"the tag {name} has a line break in {value!r}: a tag must be one line"
            )
        yield name, value.replace("\\", "\\\\").replace('"', '\\"')


def is_chess960(state: Any) -> bool:
    """Whether a king that may castle is not on the e-file, or its rook not in a corner."""
    rights = int(state.rights) & (FIRST_ROW | LAST_ROW)
    kings = int(state.low & state.mid & ~state.high)
    if rights & ~CORNERS:
        return True
    homes = ((FIRST_ROW, E1), (LAST_ROW, E8))
    return any(rights & row and not kings & square for row, square in homes)


# Moves ------------------------------------------------------------------------------------------


def _words(line: Line, start: Any, writer: ChessText) -> Iterator[str]:
    """The words of a line: numbers, moves, NAGs, comments and variations."""
    texts, states = writer.line(start, [move.action for move in line])
    plies = states["ply"].tolist()
    is_apart = True
    for move, text, state, ply in zip(line, texts, states, plies, strict=False):
        if move.before:
            yield from _comment(move.before)
            is_apart = True
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif is_apart:
            yield f"{ply // 2 + 1}..."
        yield text
        yield from (f"${nag}" for nag in move.nags)
        yield from _comment(move.comment)
        for variation in move.variations:
            yield from _variation(_words(variation, state, writer))
        is_apart = bool(move.comment or move.variations)


def _variation(words: Iterable[str]) -> Iterator[str]:
    inside = list(words)
    if inside:
        inside[0] = f"({inside[0]}"
        inside[-1] = f"{inside[-1]})"
        yield from inside


def _comment(text: str) -> Iterator[str]:
    if "}" in text:
        raise InputError(f"a comment in PGN cannot contain a closing brace: {text!r}")
    words = text.split()
    if words:
        words[0] = f"{{{words[0]}"
        words[-1] = f"{words[-1]}}}"
    yield from words


def _wrapped(words: Iterable[str]) -> str:
    lines: list[str] = []
    line: list[str] = []
    length = -1
    for word in words:
        if line and length + 1 + len(word) > WIDTH:
            first = len(line)
            kept = [word]
            while kept[0].startswith(NEVER_FIRST) and first > 1:
                first -= 1
                kept.insert(0, line[first])
            if kept[0].startswith(NEVER_FIRST):
                line.append(word)
                length += 1 + len(word)
                continue
            lines.append(" ".join(line[:first]))
            line, length = kept, sum(map(len, kept)) + len(kept) - 1
        else:
            line.append(word)
            length += 1 + len(word)
    return "\n".join([*lines, " ".join(line)])
