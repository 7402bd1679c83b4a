"""The registry of file formats: one row for each format of games and of positions.

Import, export, the page's save and open, and the games of matches go through it. To add a format,
write a file in this folder and add a row here (docs/how-to/add-a-format.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TextIO

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.formats import epd, fen, ggf, obf, pdn, wthor
from counterplay.formats.json_games import lines, match, saved
from counterplay.formats.mat import records as mat
from counterplay.formats.move_text import is_chess
from counterplay.formats.move_tree import MoveTree
from counterplay.formats.pgn import records as pgn
from counterplay.formats.pgn import trees as pgn_trees
from counterplay.formats.record import GameRecord, PositionRecord
from counterplay.formats.sgf import points
from counterplay.formats.sgf import records as sgf
from counterplay.formats.sgf import trees as sgf_trees

Played = tuple[Game, GameRecord]
"""A game's rules, and what was played."""

Studied = tuple[Game, GameRecord, MoveTree]
"""A game's rules, what was played, and the moves with variations, glyphs and comments."""

Sniff = Callable[[bytes, Path], bool]
"""Called with the first bytes of a file (no byte order mark, no leading spaces) and its path."""

ReadGames = Callable[[BinaryIO, str, Game | None, list[str]], Iterator[Played]]
"""Called with the open file, its name, the game that the user named (or None), and a list.

It yields the games that can be read, and appends a sentence to the list for each game that cannot.
"""

WriteGames = Callable[[TextIO, Iterable[Played]], int]
"""Writes games to an open file, and returns their number."""

ReadTrees = Callable[[BinaryIO, str, Game | None, list[str]], Iterator[Studied]]
"""As `ReadGames`, with the variations of each game."""

WriteTree = Callable[[TextIO, Game, GameRecord, MoveTree], None]
"""Writes a game with its variations. The moves of the record are the main line of the tree."""

COMPRESSED = (".gz", ".zst")


@dataclass(frozen=True)
class GameFormat:
    """A format of game records.

    name      for `--format`
    title     for sentences
    suffixes  of file names; the first one is used for new files
    games     which games it is for, in words; `fits` tells whether a game is one of them
    sniff     whether a file looks like this format
    details   whether it keeps payoffs, players, date, event, site and round, not only the moves
    missing   if `read` or `write` is None, a sentence that says why, or what to use
    read_trees, write_tree   as `read` and `write`, with variations; None if it has none
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    games: str
    fits: Callable[[Game], bool]
    sniff: Sniff
    read: ReadGames | None = None
    write: WriteGames | None = None
    details: bool = True
    missing: str = ""
    read_trees: ReadTrees | None = None
    write_tree: WriteTree | None = None

    def require_fit(self, game: Game) -> None:
        """InputError if the format cannot hold this game."""
        if not self.fits(game):
            other = default_format(game).name
            raise InputError(f"{self.title} is for {self.games}, not for {game!r}: use {other}")


def _any_game(game: Game) -> bool:
    return True


GAME_FORMATS: dict[str, GameFormat] = {
    row.name: row
    for row in (
        GameFormat(
            "match", "a match file", (".jsonl",), "any game", _any_game, match.sniff, match.read,
            missing="counterplay match --out writes such files",
        ),
        GameFormat(
            "saved", "a saved game", (".json",), "any game", _any_game, saved.sniff, saved.read,
            missing="counterplay play saves such files",
        ),
        GameFormat(
            "sgf", "SGF", (".sgf",), "Go, Othello", lambda game: game.name in points.GAMES,
            sgf.sniff, sgf.read, sgf.write,
            read_trees=sgf_trees.read_trees, write_tree=sgf_trees.write_tree,
        ),
        GameFormat("ggf", "GGF", (".ggf",), "Othello", ggf.fits, ggf.sniff, ggf.read, ggf.write),
        GameFormat(
            "wthor", "WTHOR", (".wtb",), "Othello", wthor.fits, wthor.sniff, wthor.read,
            missing="WTHOR is only read",
        ),
        GameFormat(
            "mat", "MAT", (".mat",), "backgammon", mat.fits, mat.sniff, mat.read, mat.write
        ),
        GameFormat(
            "pdn", "PDN", (".pdn",), "checkers", pdn.fits, pdn.sniff, None, pdn.write,
            missing="PDN is only written: to import games of checkers, use JSON lines",
        ),
        GameFormat(
            "pgn", "PGN", (".pgn",), "chess and Chess960", is_chess, pgn.sniff, pgn.read, pgn.write,
            read_trees=pgn_trees.read_trees, write_tree=pgn_trees.write_tree,
        ),
        GameFormat(
            "jsonl", "JSON lines", (".jsonl",), "any game", _any_game,
            lines.sniff, lines.read, lines.write,
            read_trees=lines.read_trees, write_tree=lines.write_tree,
        ),
    )
}  # fmt: skip
"""By name. A file may fit several rows: the first one that sniffs it is used. The default format of
a game is the first one that fits it, and can be read and written."""


def detect(head: bytes, path: Path) -> GameFormat | None:
    """The format of a file, by its first bytes, else by its suffix; None if it is unknown."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    for row in GAME_FORMATS.values():
        if row.sniff(start, path):
            return row
    return by_suffix(path, lambda row: None not in (row.read, row.write))


def by_suffix(path: Path, wanted: Callable[[GameFormat], bool]) -> GameFormat | None:
    """The first wanted format with the suffix of this path; `.gz` and `.zst` do not count."""
    suffix = suffix_of(path)
    fitting = (row for row in GAME_FORMATS.values() if suffix in row.suffixes and wanted(row))
    return next(fitting, None)


def suffix_of(path: Path) -> str:
    """The suffix of a path in lower case, without that of its compression."""
    plain = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    return plain.suffix.lower()


def default_format(game: Game) -> GameFormat:
    """The format in which games of this kind are saved and exported."""
    return next(row for row in GAME_FORMATS.values() if row.fits(game) and row.read and row.write)


def tree_format(game: Game) -> GameFormat:
    """The format in which games of this kind are saved with their variations."""
    return next(row for row in GAME_FORMATS.values() if row.fits(game) and row.write_tree)


def writable(name: str) -> GameFormat:
    """The format of this name, which must have a writer."""
    row = GAME_FORMATS.get(name)
    if row is None or row.write is None:
        known = ", ".join(row.name for row in GAME_FORMATS.values() if row.write)
        note = f" ({row.missing})" if row else ""
        raise InputError(f"{name!r} is not one of: {known}{note}")
    return row


def writable_suffixes() -> str:
    """The suffixes of formats that can be written, in words."""
    suffixes = [row.suffixes[0] for row in GAME_FORMATS.values() if row.write]
    return f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"


def write_games(file: TextIO, games: Iterable[Played], chosen: GameFormat | None = None) -> int:
    """Write games, and return their number. Without `chosen` the first game decides the format."""
    remaining = iter(games)
    first = next(remaining, None)
    if first is None:
        return 0
    row = chosen or default_format(first[0])
    if row.write is None:
        raise InputError(f"{row.title} cannot be written: {row.missing}")
    return row.write(file, _fitting(row, chain([first], remaining)))


def _fitting(row: GameFormat, games: Iterable[Played]) -> Iterator[Played]:
    for game, record in games:
        row.require_fit(game)
        yield game, record


# Positions --------------------------------------------------------------------------------------

ReadPositions = Callable[[Iterable[str], str, list[str] | None], Iterable[PositionRecord]]
"""Called with the lines of a file, its name, and a list for sentences about bad lines (or None)."""


@dataclass(frozen=True)
class PositionFormat:
    """A format of positions, one on each line. The fields are those of `GameFormat`."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    games: str
    sniff: Sniff
    read: ReadPositions
    write: Callable[[Iterable[PositionRecord]], str] | None = None
    missing: str = ""


POSITION_FORMATS: dict[str, PositionFormat] = {
    row.name: row
    for row in (
        PositionFormat("epd", "EPD", (".epd",), "chess", epd.sniff, epd.parse_epd,
                       epd.show_records),
        PositionFormat("obf", "OBF", (".obf",), "Othello", obf.sniff, obf.parse_obf,
                       missing="OBF is only read"),
        PositionFormat("fen", "a list of positions", (".fen", ".txt"), "any game",
                       fen.sniff, fen.parse_positions, fen.show_positions),
    )
}  # fmt: skip


def read_positions(path: str | Path, faults: list[str] | None = None) -> list[PositionRecord]:
    """The positions of a file. A bad line is an InputError, or a sentence in `faults`."""
    try:
        text = Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text: save it as UTF-8") from None
    head = text[:4096].lstrip().encode()
    row = next(row for row in POSITION_FORMATS.values() if row.sniff(head, Path(path)))
    return list(row.read(text.splitlines(), str(path), faults))
