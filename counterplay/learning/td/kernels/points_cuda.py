"""Kernel: the inputs of TD-Gammon and of pubeval for many rows, on a GPU.

A row has LANES threads, which write inputs side by side.
"""

import numpy as np

from counterplay.core.compile.cuda.kernel import launch, thread_count, thread_number
from counterplay.core.compile.unbound import rules
from counterplay.learning.td.kernels.encoding import (
    INPUTS,
    PUBEVAL_INPUTS,
    input_of,
    is_race,
    pubeval_input,
)

LANES = 32


@launch
def encode(count, states, owners, afters, inputs):
    """Write the inputs of each row, as the player sees it who did not move."""
    for place in range(thread_number(), count * LANES, thread_count()):
        r = place // LANES
        s = rules.load(0, np.int64(0), states[owners[r]])
        after = rules.load(0, np.int64(1), afters[r])
        p = 1 - rules.player(0, s)
        for i in range(place % LANES, INPUTS, LANES):
            inputs[r * INPUTS + i] = input_of(after, p, i)


@launch
def encode_pubeval(count, states, owners, afters, inputs):
    """Write pubeval's inputs, as the player sees it who moved: in the second half if he raced."""
    for place in range(thread_number(), count * LANES, thread_count()):
        r = place // LANES
        s = rules.load(0, np.int64(0), states[owners[r]])
        after = rules.load(0, np.int64(1), afters[r])
        first = (2 * r + is_race(s)) * PUBEVAL_INPUTS
        other = (2 * r + 1 - is_race(s)) * PUBEVAL_INPUTS
        p = rules.player(0, s)
        for i in range(place % LANES, PUBEVAL_INPUTS, LANES):
            inputs[other + i] = 0.0
            inputs[first + i] = pubeval_input(after, p, i)
