"""A narrower network from a wide one: the sums that matter most, and a last layer that is fitted.

A narrow network is faster. Cut out of a wide one it begins with most of what that knows, and learns
the rest in a fraction of the time (`refine.py`).
"""

from __future__ import annotations

from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.network.evaluate import FINE_UNIT
from counterplay.core.network.network import Network
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.payoff_network import BOUND

RIDGE = 1e-6
"""What the fit adds to mean squares, so that there is one solution if two sums say the same."""


def load_weights(module: Any, network: Network) -> None:
    """Let a module of `payoff_module` have the weights of an integer network."""
    import torch

    one = 1 << network.fine_bits
    parts = {"rows": one, "bias": one, "last": FINE_UNIT, "offsets": one * FINE_UNIT}
    names = {"rows": "rows", "bias": "bias", "last": "outs", "offsets": "offsets"}
    with torch.no_grad():
        for part, unit in parts.items():
            weights = torch.from_numpy(getattr(network, part) / unit).float()
            getattr(module, names[part]).copy_(weights)


def sampled_rows(batch: Batch, values: Any, steps: int, each: int, seed: int = 1) -> list[Any]:
    """Rows of games that a judge plays: `each` of all plays of every step, drawn at random."""
    import torch

    dice, found = torch.Generator().manual_seed(seed), []
    for _ in range(steps):
        count = batch.roll()
        rows = batch.inputs()
        chosen = torch.randint(count, (each,), generator=dice).to(rows.device)
        found.append(rows[chosen])
        batch.choose(values(rows))
    return found


def narrow(wide: Any, narrow: Any, samples: list[Any]) -> Any:
    """Give `narrow` the sums of `wide` that matter most, fitted to what it says about samples.

    A sum matters by how much it varies, times its largest weight. Returns `narrow`.
    """
    import torch

    width, most = len(narrow.bias), len(wide.bias)
    if width > most:
        raise InputError(f"width={width} must be {most} or less, the width of the network")
    with torch.no_grad():
        active = torch.cat([activations(wide, rows) for rows in samples])
        said = active.flatten(1) @ wide.outs.flatten(1).T + wide.offsets
        spread = active.view(-1, most).std(0) * wide.outs.abs().amax((0, 1))
        kept = spread.argsort(descending=True)[:width].sort().values
        inputs = active[:, :, kept].flatten(1).double()
        inputs = torch.cat([inputs, torch.ones_like(inputs[:, :1])], 1)
        ridge = RIDGE * len(inputs) * torch.eye(inputs.shape[1], device=inputs.device).double()
        fitted = torch.linalg.solve(inputs.T @ inputs + ridge, inputs.T @ said.double()).float()
        narrow.rows.copy_(wide.rows[:, kept])
        narrow.bias.copy_(wide.bias[kept])
        narrow.outs.copy_(fitted[:-1].T.reshape(narrow.outs.shape).clamp(-BOUND, BOUND))
        narrow.offsets.copy_(fitted[-1])
    return narrow


def activations(module: Any, rows: Any) -> Any:
    """What the activation makes of the sums: (rows, views, width)."""
    inputs = rows.float().reshape(-1, len(module.rows))
    active = (inputs @ module.rows + module.bias).clamp(0, 1).square()
    return active.view(len(rows), -1, len(module.bias))
