"""One pass of retrograde analysis over a slice, by the threads of a GPU.

All passes are one kernel, which visits places in one line: most of what is compiled is the rules,
and so it has them once. In a pass about one code, few places may have it, and far from each other;
threads with a place of their own would wait for the few that have found one. So a block goes
through the slice tile by tile and gathers the places that are wanted; its threads visit them when
there are enough.
"""

import numpy as np

from counterplay.core.compile.cuda.kernel import (
    atomic_add,
    atomic_max,
    block_count,
    block_number,
    block_size,
    launch,
    moves_buffer,
    shared_buffer,
    thread_count,
    thread_in_block,
    thread_number,
    wait_for_block,
)
from counterplay.core.compile.unbound import rules
from counterplay.tablebase.retrograde.kernel.analysis import FIRST, LAST, NO_STATE, START
from counterplay.tablebase.retrograde.kernel.visits import visit, wanted_by

MOVES = rules.MOST_ACTIONS + 1
THREADS = 128
"""In a block."""
TILE = 2048
"""The most places that a block looks at before it visits any."""
ENOUGH = 4 * THREADS
"""Places that wait before they are visited."""
WAITING = TILE + ENOUGH
"""Where the queue of a block says how many places wait in it."""
ROOM = WAITING + 1


@launch
def work(task, plies, tile, values, book, span, due, faults, found):
    """Go through the slice; `span` is a tuple, and `tile` is TILE or less."""
    moves, more = moves_buffer(MOVES), moves_buffer(MOVES)
    queue = shared_buffer(ROOM)
    first, last, start = span[FIRST], span[LAST], span[START]
    wanted, is_picky = wanted_by(task, plies)
    me, all_of_us = thread_in_block(), block_size()
    if me == 0:
        queue[WAITING] = 0
    here = first + block_number() * tile
    while here < last:
        wait_for_block()
        for i in range(here + me, min(here + tile, last), all_of_us):
            if not is_picky or values[start + i] == wanted:
                queue[atomic_add(queue, WAITING, 1)] = i
        wait_for_block()
        here += block_count() * tile
        count = queue[WAITING]
        wait_for_block()
        if count >= ENOUGH or here >= last:
            if me == 0:
                queue[WAITING] = 0
            for j in range(me, count, all_of_us):
                i = queue[j]
                if not visit(
                    0, task, plies, values, book, span, due, moves, more, faults, i, start + i
                ):
                    atomic_max(found, 0, i)


@launch
def count_codes(values, first, last, counts):
    """How many places have each code, from the least code on."""
    for place in range(first + thread_number(), last, thread_count()):
        atomic_add(counts, np.int64(values[place]) - NO_STATE, 1)
