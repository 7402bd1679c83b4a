"""A node of the betting tree, as kernels read it."""

import numpy as np

NODE = np.dtype(
    [
        ("player", np.int32),
        ("street", np.int32),
        ("first", np.int32),
        ("count", np.int32),
        ("row", np.int64),
        ("stake", np.float64),
    ]
)
FOLD_END, SHOWDOWN_END = -1, -2
"""In place of a player: the game has ended by a fold, with this payoff of player 0; or the cards
decide who gets the stake."""
