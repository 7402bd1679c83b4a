"""Samples of self-play: states after plays, with what the judge said and how the game ended.

A network of any kind can be trained by regression on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.learning.td.batch import Batch, Evaluate

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Samples:
    """States after plays that did not end their game. Numbers are those of the player `views`.

    states        encoded as `game.shape` does it; in backgammon the dice come next
    views         the player who did not move: in backgammon the player on roll
    values        what the judge said
    next_values   what it said after the next play, or the payoff if that ended the game
    results       the payoff at the end of the game
    """

    states: npt.NDArray[Any]
    views: npt.NDArray[np.int64]
    values: Floats
    next_values: Floats
    results: Floats


def play_samples(batch: Batch, evaluate: Evaluate, steps: int) -> Samples:
    """Play so many steps of all games. States whose game has not ended by then are left out."""
    import torch

    place, shape = batch.machine.device, (steps, batch.games)
    batch.reserve(steps)
    scores, payoffs = torch.zeros(shape, device=place), torch.zeros(shape, device=place)
    movers = torch.zeros(shape, dtype=torch.int64, device=place)
    ended = torch.zeros(shape, dtype=torch.int64, device=place)
    for t in range(steps):
        played = batch.step(evaluate)
        batch.keep(t)
        scores[t], payoffs[t] = played.scores, played.payoffs
        movers[t], ended[t] = played.movers, played.ended
    return samples_of(batch.kept(), *(x.cpu().numpy() for x in (movers, scores, ended, payoffs)))


def samples_of(states: Any, movers: Any, scores: Any, ended: Any, payoffs: Any) -> Samples:
    """The samples, from arrays of shape (steps, games). Scores and payoffs are the movers'."""
    side = np.where(movers == 0, np.float32(1), np.float32(-1))
    said = side * np.where(ended == 1, payoffs, scores)  # as player 0 sees it
    following = np.roll(said, -1, 0)
    results, ahead = np.empty_like(said), np.full(said.shape[1], np.nan, np.float32)
    for t in range(len(said) - 1, -1, -1):
        ahead = np.where(ended[t] == 1, said[t], ahead)
        results[t] = ahead
    fit = (ended == 0) & ~np.isnan(results)
    views = (1 - movers)[fit]
    sign = np.where(views == 0, np.float32(1), np.float32(-1))
    return Samples(states[fit], views, sign * said[fit], sign * following[fit], sign * results[fit])
