"""Positions of random games: their texts, beside the pieces on their boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.presentation.drawings import EMPTY, Drawing, drawing_of
from counterplay.presentation.shapes import pieces_of

GAMES, PLIES = 5, 60
"""The random games that are played, and their longest length."""
SEED = 7


@dataclass(frozen=True)
class Sample:
    """A position: its text, the pieces on its cells, and the player to move."""

    text: str
    pieces: tuple[str, ...]
    player: int


def samples_of(game: Game) -> Iterator[Sample]:
    """The positions of some random games in which a player is to move."""
    chance = random.Random(SEED)
    for _ in range(GAMES):
        position = game.position()
        for _ in range(PLIES):
            if position.is_over:
                break
            state = position.state
            if position.turn != CHANCE:
                pieces = clean_pieces(drawing_of(game, state))
                yield Sample(game.show_position(state), pieces, position.turn)
            if position.turn == CHANCE:
                position = position.play(game.draw(state, chance.randrange(1 << 30)))
            else:
                position = position.play(chance.choice(position.legal_moves))


def clean_pieces(drawing: Drawing | str) -> tuple[str, ...]:
    """The piece on each cell; "" if there is none."""
    return tuple("" if piece in EMPTY else piece for piece in pieces_of(drawing))
