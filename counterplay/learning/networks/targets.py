"""What a network learns to predict: for each position a mix of how its game ended and what the
search found.

In games that are won or lost a target is the chance to win, from 0 to 1: the network's output is
the logarithm of the odds. In scored games it is the score.

Games of chance need values whose mean is a value, so there a score is a payoff, and the score of a
network is the mean payoff: twice the chance to win, minus one.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.core.bits.mixing import mixed
from counterplay.core.game.game import Game
from counterplay.learning.networks.trainer import Floats
from counterplay.learning.selfplay import Samples

MOST_LOGITS = 32
"""The largest output of a network that the scores of a game can hold."""

FEWEST_SCORES, MOST_SCORES = 200, 1_000_000
"""The fewest positions from which a scale is estimated, and about the most that are looked at."""

RESERVED = 1000
"""Score points at both ends that stand for proven wins."""

Float64s = npt.NDArray[np.float64]


def distinct(samples: Samples, is_mean: bool = False) -> Samples:
    """Each state once, so that validation is on positions that were not learned.

    With dice a state can come to different ends: `is_mean` gives it the mean of them.
    """
    hashes = _hashes(samples.states)
    if not is_mean:
        _, firsts = np.unique(hashes, return_index=True)
        return _chosen(samples, np.sort(firsts))
    _, firsts, which = np.unique(hashes, return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    counts = np.bincount(which)
    results, scores = (
        np.rint(np.bincount(which, values) / counts).astype(np.int64)[order]
        for values in (samples.results, samples.scores)
    )
    return dataclasses.replace(_chosen(samples, firsts[order]), results=results, scores=scores)


def _chosen(samples: Samples, which: npt.NDArray[np.int64]) -> Samples:
    return Samples(*(getattr(samples, f.name)[which] for f in dataclasses.fields(samples)))


def _hashes(states: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """A hash of each state. Numbers are sorted many times as fast as states."""
    size = states.dtype.itemsize
    raw = np.zeros((len(states), -(-size // 8) * 8), np.uint8)
    raw[:, :size] = np.ascontiguousarray(states).view(np.uint8).reshape(-1, size)
    hashes = np.zeros(len(states), np.uint64)
    for word in raw.view(np.uint64).T:
        hashes = mixed(hashes, word)
    return hashes


def scale_of(game: Game, samples: Samples) -> int:
    """Score points for an output of 1.

    They are those of the evaluation that the games were played with, so that the search's own
    numbers keep their meaning: the scale with which its scores predict the results best.
    """
    facts = game.facts
    if facts.scored or facts.chance:
        return facts.win_score
    most = max(1, (facts.win_score - RESERVED) // MOST_LOGITS)
    is_guess = (samples.scores != 0) & (np.abs(samples.scores) < facts.win_score - RESERVED)
    if is_guess.sum() < FEWEST_SCORES:
        return most
    every = -(-int(is_guess.sum()) // MOST_SCORES)
    scores = samples.scores[is_guess][::every].astype(np.float64)
    chances = (samples.results[is_guess][::every] + 1) / 2
    candidates = np.unique(np.geomspace(1, most, 200).astype(np.int64))
    losses = [float(np.mean((_chance(scores / k) - chances) ** 2)) for k in candidates]
    return int(candidates[int(np.argmin(losses))])


def targets_of(game: Game, samples: Samples, scale: int, result_share: float) -> Floats:
    """What to predict; `result_share` of it is the result."""
    scores = np.clip(samples.scores / scale, -MOST_LOGITS, MOST_LOGITS)
    if game.facts.scored:
        results, values = samples.results / scale, scores
    elif game.facts.chance:
        results, values = (samples.results / scale + 1) / 2, (scores + 1) / 2
    else:
        results, values = (samples.results + 1) / 2, _chance(scores)
    return np.asarray(result_share * results + (1 - result_share) * values, np.float32)


def _chance(logits: Float64s) -> Float64s:
    """The chance to win, from the logarithm of the odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -math.log(1e12), math.log(1e12)))))
