"""Chess games for the figures: the engine against itself from known openings.

A player who is far behind resigns, and long even games are drawn, as between masters. Otherwise
games would go on long after they are decided.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache

from counterplay.arena.openings import Openings
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import make_engine
from counterplay.games import load

HOPELESS = 0.03
"""Three pawns, or a piece: a player who is this far behind resigns."""

EVEN, EVEN_PLIES, EARLIEST_DRAW = 0.0025, 10, 60
"""From move 30 on, a game is drawn if both players see at most a quarter of a pawn for EVEN_PLIES
plies."""

TABLE = 16
"""Megabytes of the transposition table."""


@cache
def chess() -> Game:
    return load("chess")


@cache
def material_chess() -> Game:
    """Return chess with an evaluator that only counts material: a pawn is 1, a queen 9."""
    game = chess().without_network()
    assert game.evaluator is not None
    weights = game.evaluator.named["pieces"]
    return game.with_evaluator(dataclasses.replace(game.evaluator, weights=weights))


def known_openings(count: int) -> list[str]:
    """Return openings from the built-in collection."""
    return Openings(file=None, plies=None, balanced=None, seed=0).find(chess(), count)


def games(count: int, nodes: int) -> Iterator[Position]:
    """Play games; yield the last position of each, with its history."""
    player = make_engine(chess(), "alphabeta", memory=TABLE)
    for opening in known_openings(count):
        player.new_game()
        position, even = chess().position(opening), 0
        while not position.is_over:
            result = player.search(position, Limit(nodes=nodes))
            even = even + 1 if abs(result.value) <= EVEN else 0
            is_agreed = even >= EVEN_PLIES and len(position.moves) >= EARLIEST_DRAW
            if result.value < -HOPELESS or is_agreed:
                break
            position = position.play(result.move)
        yield position
