"""Searches of a chess position with different treatment of the depth limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.core.game.limits import Limit
from counterplay.engine.base import make_engine
from counterplay.experiments.figures.chess_play import TABLE, material_chess

UNPRUNED: dict[str, Any] = {
    "null_move": False, "futility": False, "probcut": False,
    "late_move_reductions": False, "late_move_pruning": False,
}  # fmt: skip
KINDS: dict[str, dict[str, Any]] = {
    "fixed depth": {"quiescence": False, "selective": False},
    "quiescence": {"selective": False},
    "check extensions": {**UNPRUNED, "singular_extensions": False},
    "singular extensions": {**UNPRUNED, "check_extensions": False},
    "both extensions": UNPRUNED,
}
"""Fixed depth only; with quiescence search; and with one kind of extensions or both as well. None
of them prunes anything within its depth."""


@dataclass(frozen=True)
class Look:
    """The result of a search to some depth: the move, and its value in pawns."""

    depth: int
    move: str
    pawns: float

    def __str__(self) -> str:
        return f"{self.move} {self.pawns:+.0f}" if self.pawns else f"{self.move} 0"


def looks(fen: str, kind: str, deepest: int) -> tuple[Look, ...]:
    """Return the result of a kind of search at each depth, with a material evaluation.

    Material counts less if few pawns remain to win with.
    """
    game = material_chess()
    player = make_engine(game, "alphabeta", memory=TABLE, **KINDS[kind])
    position = game.position(fen)
    results = []
    for depth in range(1, deepest + 1):
        player.new_game()
        result = player.search(position, Limit(depth=depth))
        results.append(Look(depth, result.move_text, round(100 * result.value, 2)))
    return tuple(results)


def material(fen: str) -> float:
    """Return the material balance for the player to move, in pawns."""
    game = material_chess()
    return game.evaluate(game.position(fen).state) / 100
