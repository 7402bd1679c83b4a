"""Kernel: the inputs that a game defines for networks, as bits, for many rows, on a GPU."""

import numpy as np

from counterplay.core.compile.cuda.kernel import launch, thread_count, thread_number
from counterplay.core.compile.unbound import rules

LANES = 32


@launch
def write_words(count, views, states, owners, afters, words):
    """Write the words of each row, as the player sees it who did not move, then as the other."""
    for r in range(thread_number(), count, thread_count()):
        s = rules.load(0, np.int64(0), states[owners[r]])
        after = rules.load(0, np.int64(1), afters[r])
        p = 1 - rules.player(0, s)
        for v in range(views):
            rules.inputs(0, after, p if v == 0 else 1 - p, words[r, v])


@launch
def write_bits(count, views, word_count, words, inputs):
    """Write the bits of the words. A row has LANES threads, which write bits side by side."""
    width = 64 * views * word_count
    for place in range(thread_number(), count * LANES, thread_count()):
        r = place // LANES
        for i in range(place % LANES, width, LANES):
            word = words[r, i // 64 // word_count, i // 64 % word_count]
            inputs[r * width + i] = np.float32(word >> np.uint64(i % 64) & np.uint64(1))
