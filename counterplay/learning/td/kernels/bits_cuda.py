"""Kernel: the inputs that a game defines for networks, as bits, for many rows, on a GPU."""

import numpy as np

from counterplay.core.compile.cuda.kernel import launch, thread_count, thread_number
from counterplay.core.compile.unbound import rules

LANES = 32
ONE = np.int64(0x3C00)
"""1.0 in half precision."""


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
def write_bits(count, views, word_count, words, bits):
    """Write the bits of the words as numbers of half precision.

    A row has LANES threads, which write four bits at a time: half of them for each other word.
    """
    for place in range(thread_number(), count * LANES, thread_count()):
        r, lane = place // LANES, place % LANES
        for v in range(views):
            for k in range(lane // 16, word_count, 2):
                four = np.int64(words[r, v, k] >> np.uint64(4 * (lane % 16)) & np.uint64(15))
                spread = four & 1 | (four & 2) << 15 | (four & 4) << 30 | (four & 8) << 45
                bits[((r * views + v) * word_count + k) * 16 + lane % 16] = spread * ONE
