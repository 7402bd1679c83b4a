"""Games of chess for the figures: the engine against itself from known openings.

A side that is far behind resigns, and long even games are agreed drawn, as masters do: without
that, a game has a tail that no master ever plays.
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
"""Three pawns, a piece: who is that far behind resigns."""

EVEN, EVEN_PLIES, EARLIEST_DRAW = 0.0025, 10, 60
"""A quarter of a pawn, as both sides see it for so many plies: a draw is agreed, not before move
30."""

TABLE = 16


@cache
def chess() -> Game:
    return load("chess")


@cache
def material_chess() -> Game:
    """Chess whose evaluator counts pieces, a pawn 1 and a queen 9, and nothing else."""
    game = chess()
    assert game.evaluator is not None
    weights = game.evaluator.named["pieces"]
    return game.with_evaluator(dataclasses.replace(game.evaluator, weights=weights))


def known_openings(count: int) -> list[str]:
    return Openings(file=None, plies=None, balanced=None, seed=0).find(chess(), count)


def games(count: int, nodes: int) -> Iterator[Position]:
    """How each of so many games ended, with all that was played before."""
    player = make_engine(chess(), "alphabeta", memory=TABLE)
    for opening in known_openings(count):
        player.new_game()
        position, even = chess().position(opening), 0
        while not position.is_over:
            found = player.search(position, Limit(nodes=nodes))
            even = even + 1 if abs(found.value) <= EVEN else 0
            is_agreed = even >= EVEN_PLIES and len(position.moves) >= EARLIEST_DRAW
            if found.value < -HOPELESS or is_agreed:
                break
            position = position.play(found.move)
        yield position
