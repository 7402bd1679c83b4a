"""Matches between two judges, many games at once, with the same dice for both sides.

Games come in pairs: the second has the dice of the first, and the judges change sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.learning.td.batch import Batch, Evaluate
from counterplay.learning.td.encoders import Encoder

LONGEST = 20_000
"""The most moves of a game."""


@dataclass(frozen=True)
class Judge:
    """A way to value rows: an encoder, and what it makes of the inputs."""

    encoder: Encoder
    evaluate: Evaluate


@dataclass(frozen=True)
class Score:
    """The mean points per game of the first judge, and its standard error."""

    points: float
    error: float
    games: int

    def __str__(self) -> str:
        return f"{self.points:+.3f} ± {self.error:.3f} points per game, {self.games:,} games"


def play_match(
    game: Game, first: Judge, second: Judge, pairs: int = 1000, seed: int = 1, device: str = "cpu"
) -> Score:
    """Play pairs of games; the points of the first judge."""
    import torch

    if pairs < 2:
        raise InputError(f"pairs={pairs}: a match needs 2 or more")
    games = 2 * pairs
    batch = Batch(
        game, (first.encoder, second.encoder), games, seed, device, restarts=False, cycle=pairs
    )
    place = batch.machine.device
    points = torch.zeros(games, device=place)
    # The first judge plays for player 0 in the first half of the games.
    side = (torch.arange(games, device=place) >= pairs).to(torch.int64)
    for _ in range(LONGEST):
        batch.roll()
        if batch.rows == 0:
            break
        values = torch.zeros(batch.rows, device=place)
        mine = (batch.movers == side)[batch.owners[: batch.rows]]
        for judge, rows in ((first, mine), (second, ~mine)):
            values = torch.where(rows, judge.evaluate(batch.inputs(judge.encoder)), values)
        played = batch.choose(values)
        won = torch.where(played.movers == side, played.payoffs, -played.payoffs)
        points += torch.where(played.ended.bool(), won, torch.zeros_like(won))
    return score_of(points.cpu().numpy())


def score_of(points: Any) -> Score:
    """The mean of the games, and its error from the means of the pairs."""
    pairs = points.reshape(2, -1).mean(0, dtype=np.float64)
    return Score(float(pairs.mean()), float(pairs.std(ddof=1) / sqrt(len(pairs))), points.size)
