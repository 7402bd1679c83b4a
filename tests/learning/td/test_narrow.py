"""A narrower network keeps the sums that matter, and says about the same."""

from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import pytest

from counterplay.core.game.errors import InputError
from tests.conftest import need

INPUTS, ROWS, OUTPUTS = 12, 400, 5


def module(width: int, seed: int) -> Any:
    """The weights of a network of two views, at random."""
    import torch

    dice = torch.Generator().manual_seed(seed)
    return SimpleNamespace(
        rows=torch.rand((INPUTS, width), generator=dice) - 0.4,
        bias=torch.rand((width,), generator=dice) - 0.5,
        outs=torch.rand((OUTPUTS, 2, width), generator=dice) - 0.5,
        offsets=torch.rand((OUTPUTS,), generator=dice),
    )


def samples() -> list[Any]:
    import torch

    dice = torch.Generator().manual_seed(9)
    return [torch.randint(2, (ROWS, 2 * INPUTS), generator=dice).float() for _ in range(3)]


def said(weights: Any, rows: Any) -> Any:
    from counterplay.learning.td.narrow import activations

    return activations(weights, rows).flatten(1) @ weights.outs.flatten(1).T + weights.offsets


def test_a_sum_that_says_nothing_is_left_out() -> None:
    need(find_spec("torch") is not None, "PyTorch")
    from counterplay.learning.td.narrow import narrow

    wide, drawn = module(8, 1), samples()
    wide.outs[:, :, 3] = 0
    made = narrow(wide, module(7, 2), drawn)
    assert (made.rows == wide.rows[:, [0, 1, 2, 4, 5, 6, 7]]).all()
    for rows in drawn:
        assert (said(made, rows) - said(wide, rows)).abs().max() < 1e-3


def test_the_last_layer_is_fitted() -> None:
    need(find_spec("torch") is not None, "PyTorch")
    from counterplay.learning.td.narrow import narrow

    wide, drawn = module(16, 3), samples()
    made = narrow(wide, module(12, 4), drawn)
    error = (said(made, drawn[0]) - said(wide, drawn[0])).square().mean()
    cut = SimpleNamespace(rows=made.rows, bias=made.bias, outs=None, offsets=wide.offsets)
    kept = [j for j in range(16) if (wide.bias[j] == made.bias).any()]
    cut.outs = wide.outs[:, :, kept]
    assert error < 0.25 * (said(cut, drawn[0]) - said(wide, drawn[0])).square().mean()


def test_it_cannot_be_wider() -> None:
    need(find_spec("torch") is not None, "PyTorch")
    from counterplay.learning.td.narrow import narrow

    with pytest.raises(InputError, match="width=9 must be 8 or less"):
        narrow(module(8, 1), module(9, 2), samples())
