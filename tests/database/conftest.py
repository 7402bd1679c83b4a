"""Random games of chess as python-chess plays and writes them, and databases in folders."""

import random
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn
import pytest

from counterplay.database import Database

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
OPENING = 6
"""So many plies are chosen among few moves, so that positions come up again."""


def random_chess(seed: int, plies: int = 30) -> chess.pgn.Game:
    """A random game with tags."""
    dice = random.Random(seed)
    board, game = chess.Board(), chess.pgn.Game()
    names = [f"Player {dice.randrange(12)}" for _ in range(2)]
    game.headers.update(White=names[0], Black=names[1], Round=str(seed))
    year, month, day = (dice.randrange(*ends) for ends in ((2010, 2025), (1, 13), (1, 29)))
    game.headers["Date"] = f"{year}.{month:02}.{day:02}"
    game.headers["Result"] = dice.choice(RESULTS)
    node = game
    for ply in range(dice.randrange(plies)):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        move = dice.choice(moves[:3] if ply < OPENING else moves)
        board.push(move)
        node = node.add_variation(move)
    return game


@pytest.fixture(scope="session")
def random_games() -> list[chess.pgn.Game]:
    return [random_chess(seed) for seed in range(200)]


@pytest.fixture(scope="session")
def pgn(random_games: list[chess.pgn.Game], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pgn") / "random.pgn"
    path.write_text("\n\n".join(map(str, random_games)) + "\n")
    return path


@pytest.fixture
def database(tmp_path: Path) -> Callable[[], Database]:
    """Open the same new file, again and again."""
    return lambda: Database(tmp_path / "games.db")
