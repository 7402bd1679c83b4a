"""Games between players who do not look ahead: for matches, and to learn the values of leaves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.games.crosswords.kibitz import ROOM, standard_game

KERNEL = Path(__file__).parent / "kernel" / "selfplay.py"
TURNS_A_GAME = 60


class SelfPlay:
    """Games of the compiled players. The same seed gives the same games."""

    def __init__(self, game: Game | None = None, seed: int = 1) -> None:
        self.game = game or standard_game()
        self.kernel = bind(self.game, KERNEL)
        self.context = Context(self.game, self.kernel)
        for name, array in (
            ("moves_at", np.zeros(ROOM, np.int64)),
            ("scores_at", np.zeros(ROOM, np.int64)),
            ("values_at", np.zeros(ROOM)),
        ):
            self.context.keep(name, array)
        self.context.record.room, self.context.record.dice_seed = ROOM, seed

    def play(
        self, ways: tuple[int, int], games: int, first: int = 0
    ) -> tuple[np.ndarray, np.ndarray]:
        """The spreads of the first player, game by game, and all turns.

        Games 2n and 2n + 1 have the same tiles, and the players exchange seats.
        """
        record: Any = self.context.record
        spreads = np.zeros(games, np.int64)
        turns = np.zeros(games * TURNS_A_GAME, self.kernel.TURN)
        self.context.keep("spreads_at", spreads)
        self.context.keep("turns_at", turns)
        record.ways[:] = ways
        record.games, record.first_game = games, first
        record.turn_room, record.turn_count = len(turns), 0
        self.context.call(self.kernel.play_games)
        return spreads, turns[: int(record.turn_count)]
