"""One pass of retrograde analysis over a slice, by the threads of a GPU.

All passes are one kernel with one call of `visit`: most of the code is the rules, so they are
compiled once. A pass that looks for one code may find few positions, far apart. If every thread had
its own position, most threads would wait for those few. So a block scans the slice tile by tile and
collects the positions with the code in a queue; its threads visit them when there are enough.
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
from counterplay.tablebase.kernel.codes import NO_STATE
from counterplay.tablebase.retrograde.kernel.analysis import FIRST, LAST, START
from counterplay.tablebase.retrograde.kernel.visits import visit, wanted_by

MOVES = rules.MOST_ACTIONS + 1
THREADS = 128
"""Threads per block."""
TILE = 2048
"""The most positions that a block scans before it visits any."""
ENOUGH = 4 * THREADS
"""The length of the queue from which on it is worked off."""
WAITING = TILE + ENOUGH
"""The element of the queue that contains its length."""
ROOM = WAITING + 1


@launch
def work(task, plies, tile, values, directory, span, due, faults, wrong_index):
    """Visit the slice. `span` is a tuple; `tile` is at most TILE."""
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
                    0, task, plies, values, directory, span, due, moves, more, faults, i, start + i
                ):
                    atomic_max(wrong_index, 0, i)


@launch
def count_codes(values, first, last, counts):
    """Count how often each code occurs, beginning with the smallest."""
    for place in range(first + thread_number(), last, thread_count()):
        atomic_add(counts, np.int64(values[place]) - NO_STATE, 1)
