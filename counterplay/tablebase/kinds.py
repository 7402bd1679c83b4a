"""Which kind of solution a game has: outcomes and distances, or expected payoffs."""

from __future__ import annotations

from pathlib import Path

from counterplay.core.game.game import Game
from counterplay.tablebase.expected import solve as expected
from counterplay.tablebase.reachable import solve as reachable


def has_expected_values(game: Game) -> bool:
    """Whether positions of a game have expected payoffs: with chance, and with one player."""
    return game.facts.chance or game.facts.players == 1


def unfit(game: Game) -> str | None:
    """The reason why a game cannot be solved, in a sentence; None if it can."""
    return expected.unfit(game) if has_expected_values(game) else reachable.unfit(game)


def kernel_of(game: Game) -> Path:
    """The kernel that solves a game."""
    return expected.KERNEL if has_expected_values(game) else reachable.KERNEL
