"""All moves of a rack on a board, with their scores and values."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules
from counterplay.games.crosswords.choosing import value_moves

CONTEXT = [
    ("fault", np.int64),
    ("unseen", np.int64),
    ("others_value", np.int64),
    ("room", np.int64),
    ("count", np.int64),
    ("moves_at", np.int64),
    ("scores_at", np.int64),
    ("values_at", np.int64),
]


@entry
def find_moves(contexts):
    """Write the moves of the first rack of the root."""
    ctx = contexts[0]
    root, room = ctx["root"], ctx["room"]
    moves = array_at(ctx["moves_at"], (room,), np.int64)
    scores = array_at(ctx["scores_at"], (room,), np.int64)
    values = array_at(ctx["values_at"], (room,), np.float64)
    ctx["count"] = value_moves(
        root["board"], root["racks"][0], ctx["unseen"], ctx["others_value"], moves, scores, values,
        rules.data_of(ctx),
    )  # fmt: skip
