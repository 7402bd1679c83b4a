"""The best move with an empty bag, by alpha-beta: all tiles that are unseen are the other rack."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.games.crosswords.kibitz import ROOM, standard_game

KERNEL = Path(__file__).parent / "kernel" / "endgame.py"
NODES = 10_000


@dataclass(frozen=True)
class Ending:
    """The answer of a search: the move, the points that it gains until the end, and how it was
    found. `is_complete` is True if no line was cut off at the depth."""

    move: int
    gained: int
    depth: int
    nodes: int
    is_complete: bool


class EndgameSearch:
    """Searches of the ends of games, with one compiled kernel."""

    def __init__(self, game: Game | None = None) -> None:
        self.game = game or standard_game()
        self.kernel = bind(self.game, KERNEL)
        self.context = Context(self.game, self.kernel)
        for name, array in (
            ("moves_at", np.zeros(ROOM, np.int64)),
            ("scores_at", np.zeros(ROOM, np.int64)),
            ("values_at", np.zeros(ROOM)),
        ):
            self.context.keep(name, array)
        self.context.record.room = ROOM

    def best_move(
        self, board: np.ndarray, rack: np.ndarray, other: np.ndarray, nodes: int = NODES
    ) -> Ending:
        """The best move of a rack against another, one ply deeper each time, up to a node limit."""
        record: Any = self.context.record
        root = self.game.initial()
        root.board[:], root.racks[0], root.racks[1] = board, rack, other
        self.context.set_root(root)
        record.nodes, found = 0, Ending(0, 0, 0, 0, False)
        for depth in range(1, self.kernel.DEEPEST + 1):
            record.depth = depth
            record.node_limit = nodes if depth > 1 else 1 << 62
            self.context.call(self.kernel.search_end)
            if record.nodes > record.node_limit:
                break
            is_complete = not record.was_cut
            found = Ending(
                int(record.best_move), int(record.best_value), depth, int(record.nodes), is_complete
            )
            if is_complete:
                break
        return found
