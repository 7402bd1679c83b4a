"""The endgame tables of chess with three pieces, built once for all tests of this folder."""

from pathlib import Path

import pytest

import counterplay as cp


@pytest.fixture(scope="session")
def game() -> cp.Game:
    return cp.load("chess")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, game: cp.Game) -> Path:
    """A folder with all tables of three pieces, by both metrics."""
    made = tmp_path_factory.mktemp("tables")
    cp.build_tablebase(game, "3", folder=made, metrics=("end", "progress"), threads=2)
    return made


@pytest.fixture(scope="session")
def tables(game: cp.Game, folder: Path) -> cp.Tablebase:
    return cp.Tablebase(game, folder)
