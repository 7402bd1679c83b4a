"""All moves of a rack on a board, the best first: what a kibitzer would say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.loader import load_file
from counterplay.games.crosswords.equipment import Equipment, Tiles, read_tiles
from counterplay.games.crosswords.moves import BLANK, tiles_in, value_of
from counterplay.games.crosswords.notation import move_text, read_board, read_rack, slot_text

RULES = Path(__file__).with_name("crosswords.py")
KERNEL = Path(__file__).parent / "kernel" / "kibitz.py"
ROOM = 65_535


@dataclass(frozen=True)
class RankedMove:
    """A move with its points, and its value with the leave.

    number   the move as a number (`moves.py`)
    """

    text: str
    score: int
    value: float
    number: int


def load_crosswords(**parameters: Any) -> Game:
    """The game with these parameters: the board, the tiles and the words."""
    return load_file(RULES, parameters)


@cache
def standard_game() -> Game:
    """The English game with the words that come with the program."""
    return load_crosswords()


def tiles_of(game: Game) -> Tiles:
    """The letters of a game, with their numbers and values."""
    return read_tiles(game.parameters["tiles"].value)


def unseen_tiles(board: np.ndarray, rack: np.ndarray, data: Equipment, letters: str) -> np.ndarray:
    """The tiles that are neither on the board nor on the rack. Refuses more than there are."""
    left = data.counts - rack
    for tile in board:
        if tile:
            left[tile if tile < BLANK else 0] -= 1
    if left.min() < 0:
        slot = int(left.argmin())
        raise InputError(
            f"the board and the rack have {data.counts[slot] - left[slot]} tiles "
            f"{slot_text(slot, letters)}, but the game has {data.counts[slot]}"
        )
    return np.asarray(left)


def read_both(board: str, rack: str, game: Game) -> tuple[np.ndarray, np.ndarray]:
    """The board and the rack that two texts describe (`notation.py`), if the game has the tiles."""
    letters, data = tiles_of(game).letters, game.data
    squares = read_board(board, letters, data.size)
    tiles = read_rack(rack, letters, data.rack_size)
    unseen_tiles(squares, tiles, data, letters)
    return squares, tiles


class Kibitzer:
    """The compiled generator of moves of a game."""

    def __init__(self, game: Game | None = None) -> None:
        self.game = game or standard_game()
        self.data: Equipment = self.game.data
        self.letters = tiles_of(self.game).letters
        self.kernel = bind(self.game, KERNEL)
        self.context = Context(self.game, self.kernel)
        self.moves, self.scores = np.zeros(ROOM, np.int64), np.zeros(ROOM, np.int64)
        self.values = np.zeros(ROOM)
        for name, array in (
            ("moves_at", self.moves), ("scores_at", self.scores), ("values_at", self.values),
        ):  # fmt: skip
            self.context.keep(name, array)
        self.context.record.room = ROOM

    def text(self, board: np.ndarray, a: int) -> str:
        """A move as players write it."""
        return move_text(board, int(a), self.letters, self.data.size)

    def ranked(self, board: np.ndarray, rack: np.ndarray) -> tuple[np.ndarray, ...]:
        """All moves, their scores and their values, the best value first."""
        unseen = unseen_tiles(board, rack, self.data, self.letters)
        bag = max(tiles_in(unseen) - self.data.rack_size, 0)
        record, root = self.context.record, self.game.initial()
        root.board[:], root.racks[0] = board, rack
        self.context.set_root(root)
        record.unseen, record.others_value = bag, 0 if bag else value_of(unseen, self.data)
        self.context.call(self.kernel.find_moves)
        count = int(record.count)
        order = np.argsort(-self.values[:count], kind="stable")
        return self.moves[order], self.scores[order], self.values[order]


def best_moves(
    board: str, rack: str, count: int = 10, *, game: Game | None = None
) -> list[RankedMove]:
    """The best moves of a rack on a board, by points and leave.

    Both are texts (`notation.py`): `empty`, or rows with `/` between them, and AEINRS?.
    """
    game = game or standard_game()
    squares, tiles = read_both(board, rack, game)
    kibitzer = Kibitzer(game)
    found = zip(*(part[:count] for part in kibitzer.ranked(squares, tiles)), strict=True)
    return [
        RankedMove(kibitzer.text(squares, a), int(score), float(value), int(a))
        for a, score, value in found
    ]
