"""Open whatever a path has: the solution of a whole game, one table, or a folder of tables."""

from __future__ import annotations

from pathlib import Path

from counterplay.core.game.game import Game
from counterplay.tablebase.endgames import Tablebase
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.file import head_of
from counterplay.tablebase.store.solutions import load


def open_solution(game: Game, path: Path) -> Solution | Tablebase:
    """A solution; of a single table, with all others that are beside it."""
    if path.is_dir() or (not path.exists() and not path.suffix):
        return Tablebase(game, path)
    if "table" in head_of(path)[0]:
        return Tablebase(game, path.parent)
    return load(game, path)
