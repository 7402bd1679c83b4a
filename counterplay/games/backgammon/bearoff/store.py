"""Bearoff tables in a file, which the game finds by itself.

The file is `bearoff.table` in the folder for tables of backgammon, in the format of
`core/table_file.py`: with checksums, and with a hash of the functions that built it.
"""

import platform
from pathlib import Path

from counterplay.core.compile.native import fingerprint
from counterplay.core.data_files import is_file
from counterplay.core.game.errors import InputError
from counterplay.core.table_file import being_written, read, table_folder, write
from counterplay.games.backgammon.bearoff.one_sided import (
    MOST_FIRST_ROLLS,
    MOST_ROLLS,
    solve_rolls,
)
from counterplay.games.backgammon.bearoff.plays import write_successors
from counterplay.games.backgammon.bearoff.position_index import FIRST_FULL, POSITIONS
from counterplay.games.backgammon.bearoff.tables import NO_TABLES, Tables
from counterplay.games.backgammon.bearoff.two_sided import solve_pairs

NAME, GAME = "bearoff.table", "backgammon"
NONE = "none"
"""The name of a file that says: play without tables."""


def default_path() -> Path:
    """Where the tables are kept."""
    return table_folder(GAME) / NAME


def find_tables(name: str = "") -> Tables:
    """The tables of a file, or those that this user has built. `none` means no tables.

    Without a name, tables that are not built are empty arrays.
    """
    if name == NONE:
        return NO_TABLES
    path = Path(name) if name else default_path()
    if is_file(path):
        return open_tables(path)
    if name:
        raise InputError(
            f"there is no file {name} with bearoff tables: build it with `counterplay table "
            f"bearoff`, or say {NONE}"
        )
    return NO_TABLES


def save_tables(tables: Tables, path: Path) -> None:
    """Write the tables to a file. It appears when it is complete, and replaces an older one."""
    about = {
        "game": GAME,
        "parameters": {"part": "bearoff"},
        "rules": _rules(),
        "python": _python(),
    }
    with being_written(path) as unfinished:
        write(unfinished, path, about, tables._asdict())


def open_tables(path: Path) -> Tables:
    """The tables of a file, mapped into memory.

    Refuses a file that is damaged, has other contents, or was made by other rules. The hashes of
    rules can be compared only if the same version of Python made both.
    """
    about, parts = read(path)
    if set(parts) != set(Tables._fields):
        raise InputError(f"{path} does not contain bearoff tables of {GAME}")
    tables = Tables(*(parts[name] for name in Tables._fields))
    if not _has_form(tables) or (about["python"] == _python() and about["rules"] != _rules()):
        raise InputError(
            f"{path} was made by another version of counterplay: make it again with `counterplay "
            "table bearoff`"
        )
    return tables


def _has_form(tables: Tables) -> bool:
    """Whether the arrays have the types and sizes that the rules expect."""
    pairs, cube = tables.bearoff_pairs.shape, tables.bearoff_cube.shape
    return (
        all(part.dtype == none.dtype for part, none in zip(tables, NO_TABLES, strict=True))
        and tables.bearoff_rolls.shape == (POSITIONS, MOST_ROLLS)
        and tables.bearoff_first_rolls.shape == (POSITIONS - FIRST_FULL, MOST_FIRST_ROLLS)
        and (len(pairs), len(cube)) == (2, 2)
        and pairs[0] == pairs[1] <= FIRST_FULL
        and cube[0] == 3 * cube[1]
    )


def _rules() -> str:
    """A hash of the functions that build tables."""
    return fingerprint([write_successors, solve_rolls, solve_pairs])


def _python() -> list[str]:
    return list(platform.python_version_tuple()[:2])
