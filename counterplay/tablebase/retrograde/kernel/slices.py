"""One pass of retrograde analysis over a slice, by threads that take chunks of it in turn."""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.atomics import fetch_add
from counterplay.core.compile.kernel import entry
from counterplay.core.compile.unbound import rules
from counterplay.tablebase.kernel.codes import LONGEST
from counterplay.tablebase.retrograde.kernel.analysis import SPAN, within
from counterplay.tablebase.retrograde.kernel.visits import CLOSE, visit, wanted_by

CHUNK = 1024

CONTEXT = [
    ("task", np.int64),
    ("plies", np.int64),
    ("values", np.int64),
    ("value_count", np.int64),
    ("directory", np.int64),
    ("directory_count", np.int64),
    ("span", np.int64, (SPAN,)),
    ("next", np.int64),
    ("due", np.int64),
    ("wrong_index", np.int64),
    ("faults", np.int64, (1,)),
    ("halt", np.int64),
    ("moves", np.int64, (rules.MOST_ACTIONS + 1,)),
    ("more", np.int64, (rules.MOST_ACTIONS + 1,)),
]


@entry
def work(contexts):
    """Visit the slice chunk by chunk. `next` is the address of the counter that threads share."""
    ctx = contexts[0]
    values = array_at(ctx.values, (ctx.value_count,), np.int16)
    directory = array_at(ctx.directory, (ctx.directory_count, 2), np.int64)
    due = array_at(ctx.due, (2, LONGEST + 1), np.uint8)
    task, plies, span = ctx.task, ctx.plies, ctx.span
    first, last, start = span[0], span[1], span[2]
    wanted, is_picky = wanted_by(task, plies)
    while not ctx.halt:
        here = first + fetch_add(ctx.next, CHUNK)
        if here >= last:
            return
        for i in range(here, min(here + CHUNK, last)):
            if is_picky and values[start + i] != wanted:
                continue
            if task == CLOSE:  # a call would take longer than the work
                values[start + i] = within(span, values[start + i])
                continue
            if not visit(
                ctx, task, plies, values, directory, span, due, ctx.moves, ctx.more, ctx.faults, i,
                start + i,
            ):  # fmt: skip
                ctx.wrong_index = i
            if ctx.faults[0]:
                return
