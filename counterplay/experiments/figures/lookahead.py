"""Searches of one chess position that differ in what they do at and beyond their horizon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.core.game.limits import Limit
from counterplay.engine.base import make_engine
from counterplay.experiments.figures.chess_play import TABLE, material_chess

KINDS: dict[str, dict[str, Any]] = {
    "fixed depth": {"quiescence": False, "selective": False},
    "quiescence": {"selective": False},
    "quiescence and extensions": {
        "null_move": False, "futility": False, "late_reductions": False, "late_cuts": False,
        "probcut": False,
    },
}  # fmt: skip
"""Nothing but the depth; captures followed to their end; and a ply more for singular moves and
checks. Up to its depth none of them leaves anything out."""


@dataclass(frozen=True)
class Look:
    """What a search to some depth says: the move, and what it is worth in pawns."""

    depth: int
    move: str
    pawns: float

    def __str__(self) -> str:
        return f"{self.move} {self.pawns:+.0f}" if self.pawns else f"{self.move} 0"


def looks(fen: str, kind: str, deepest: int) -> tuple[Look, ...]:
    """What a kind of search says at each depth; material counts, the less the fewer pawns are left
    to win with.
    """
    game = material_chess()
    player = make_engine(game, "alphabeta", memory=TABLE, **KINDS[kind])
    position = game.position(fen)
    found = []
    for depth in range(1, deepest + 1):
        player.new_game()
        result = player.search(position, Limit(depth=depth))
        found.append(Look(depth, result.move_text, round(100 * result.value, 2)))
    return tuple(found)


def material(fen: str) -> float:
    """What the side to move is ahead by, in pawns."""
    game = material_chess()
    return game.evaluate(game.position(fen).state) / 100
