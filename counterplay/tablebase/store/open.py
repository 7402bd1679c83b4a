"""Open a path as a solution or as a tablebase, by what it contains."""

from __future__ import annotations

from pathlib import Path

from counterplay.core.data_files import exists, is_folder
from counterplay.core.game.game import Game
from counterplay.core.table_file import read_header
from counterplay.tablebase.solution import Solution
from counterplay.tablebase.store.solution_file import load
from counterplay.tablebase.tablebase import Tablebase


def open_solution(game: Game, path: Path) -> Solution | Tablebase:
    """The solution of a whole game, or the endgame tables of a folder.

    If `path` is one endgame table, all tables in its folder are opened with it.
    """
    if is_folder(path) or (not exists(path) and not path.suffix):
        return Tablebase(game, path)
    if "table" in read_header(path)[0]:
        return Tablebase(game, path.parent)
    return load(game, path)
