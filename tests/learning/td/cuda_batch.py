"""Play a few steps with the kernels of a GPU and with those of the CPU: are they the same?

The test suite runs this in the CUDA simulator; on a machine with a GPU, run it as it is.
"""

from pathlib import Path

import numpy as np
import torch

import counterplay as cp
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.encoders import Bits, Encoder, Points, Pubeval
from counterplay.learning.td.samples import play_samples

RACE = Path(__file__).parents[2] / "data" / "games" / "race.py"


def valued(rows: torch.Tensor) -> torch.Tensor:
    """Values that are exact in any order of addition."""
    return rows.double() @ (torch.arange(rows.shape[1], device=rows.device) % 7).double()


def same(game: cp.Game, encoders: tuple[Encoder, ...], games: int, steps: int) -> bool:
    """Whether the states and the inputs are equal after some steps."""
    found = []
    for device in ("cpu", "cuda"):
        batch = Batch(game, encoders, games, seed=3, device=device)
        for _ in range(steps):
            batch.step(valued)
        batch.roll()
        found.append([batch.states(), *(batch.inputs(e).cpu().numpy().copy() for e in encoders)])
    return all(np.array_equal(a, b) for a, b in zip(*found, strict=True))


if __name__ == "__main__":
    np.seterr(over="ignore")
    torch.set_num_threads(1)
    race, backgammon = cp.load(RACE), cp.load("backgammon")
    all_same = same(race, (Bits(race, views=2),), games=5, steps=12)
    all_same &= same(backgammon, (Points(), Pubeval()), games=1, steps=0)
    samples = [
        play_samples(Batch(race, Bits(race), 4, device=device), valued, 16)
        for device in ("cpu", "cuda")
    ]
    all_same &= np.array_equal(samples[0].states, samples[1].states)
    all_same &= np.array_equal(samples[0].results, samples[1].results)
    print("the same" if all_same else "different")
