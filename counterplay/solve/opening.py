"""Open whatever a path has: the solution of a whole game, one table, or a folder of tables."""

from __future__ import annotations

from pathlib import Path

from counterplay.core.game import Game
from counterplay.solve.file import head_of
from counterplay.solve.kept import load
from counterplay.solve.table import Table
from counterplay.solve.tables import Tables


def open_solution(game: Game, path: Path) -> Table | Tables:
    """A solution; of a single table, with all others that are beside it."""
    if path.is_dir() or (not path.exists() and not path.suffix):
        return Tables(game, path)
    if "table" in head_of(path)[0]:
        return Tables(game, path.parent)
    return load(game, path)
