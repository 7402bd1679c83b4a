"""A strategy as a book: it knows every position, and draws each move with its probability."""

from __future__ import annotations

import random

from counterplay.core.game.position import Position
from counterplay.formats.polyglot.book import BookMove
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.strategy import Strategy

WEIGHT = 1_000_000
"""The sum of the weights of the moves of a position, about."""


class StrategyBook:
    """A strategy of `counterplay equilibrium`, asked like an opening book."""

    def __init__(self, strategy: Strategy | Blueprint, seed: int | None = None) -> None:
        self.strategy = strategy
        self._random = random.Random(seed)

    def __len__(self) -> int:
        return len(self.strategy)

    def move(self, position: Position) -> int:
        """A move for the player to move, drawn by its probability."""
        return self.strategy.pick(position, self._random)

    def moves(self, position: Position) -> list[BookMove]:
        """The moves that the strategy plays, the most probable first."""
        ranked = sorted(self.strategy.chances(position).items(), key=lambda pair: -pair[1])
        weights = [(move, round(WEIGHT * chance)) for move, chance in ranked]
        return [BookMove(move, weight) for move, weight in weights if weight > 0]

    def reseed(self, seed: str | int) -> None:
        """Restart the random choices with this seed."""
        self._random.seed(seed)
