"""One pass of retrograde analysis over a slice, by threads that take chunks of it in turn."""

import numpy as np

from counterplay.core.atomics import fetch_add
from counterplay.core.kernel import entry, native
from counterplay.core.memory import array_at
from counterplay.core.unbound import rules
from counterplay.solve.kernels.retrograde import (
    ASKED,
    LONGEST,
    SPAN,
    answer,
    ask_before,
    begin,
    is_lost,
    is_open,
    is_right,
    is_won,
    look_ahead,
    lost_in,
    plies_of,
    win_before,
    within,
    won_in,
)

CHUNK = 1024
BEGIN, WIN_BEFORE, ASK_BEFORE, ANSWER, LOOK_AHEAD, CLOSE, VERIFY = range(7)
"""What a pass does with each place."""

CONTEXT = [
    ("task", np.int64),
    ("plies", np.int64),
    ("values", np.int64),
    ("value_count", np.int64),
    ("book", np.int64),
    ("book_count", np.int64),
    ("span", np.int64, (SPAN,)),
    ("next", np.int64),
    ("due", np.int64),
    ("found", np.int64),
    ("faults", np.int64, (1,)),
    ("fault", np.int64),
    ("halt", np.int64),
    ("moves", np.int64, (rules.MOST_ACTIONS + 1,)),
    ("more", np.int64, (rules.MOST_ACTIONS + 1,)),
]


@entry
def work(contexts):
    """Go through the slice; `next` is the address of where the next chunk begins."""
    ctx = contexts[0]
    values = array_at(ctx.values, (ctx.value_count,), np.int16)
    book = array_at(ctx.book, (ctx.book_count, 2), np.int64)
    due = array_at(ctx.due, (2, LONGEST + 1), np.uint8)
    first, last, start = ctx.span[0], ctx.span[1], ctx.span[2]
    wanted, is_picky = wanted_by(ctx.task, ctx.plies)
    while not ctx.halt:
        here = first + fetch_add(ctx.next, CHUNK)
        if here >= last:
            return
        for i in range(here, min(here + CHUNK, last)):
            if is_picky and values[start + i] != wanted:
                continue
            visit(ctx, values, book, due, i, start + i)
            if ctx.faults[0]:
                return


@native
def wanted_by(task, plies):
    """The code of the places that a pass is about, and whether it is about one code alone."""
    if task == WIN_BEFORE:
        return lost_in(plies), True
    if task == ASK_BEFORE:
        return won_in(plies), True
    return ASKED, task == ANSWER


@native
def visit(ctx, values, book, due, i, place):
    """Do with one place what the pass is for."""
    task, plies = ctx.task, ctx.plies
    if task == WIN_BEFORE:
        if win_before(ctx, values, ctx.span, ctx.moves, i, plies):
            due[1, min(plies + 1, LONGEST)] = 1
    elif task == ASK_BEFORE:
        if ask_before(ctx, values, ctx.span, ctx.moves, i):
            due[0, LONGEST] = 1
    elif task == ANSWER:
        put(values, due, place, answer(
            ctx, values, book, ctx.span, ctx.moves, ctx.more, ctx.faults, i, plies
        ))  # fmt: skip
    elif task == LOOK_AHEAD:
        code = values[place]
        if is_open(code) or (is_won(code) and plies_of(code) > plies + 1):
            new = look_ahead(ctx, values, book, ctx.span, ctx.moves, ctx.more, ctx.faults, i, plies)
            if new != code:
                put(values, due, place, new)
    elif task == BEGIN:
        put(values, due, place, begin(
            ctx, values, book, ctx.span, ctx.moves, ctx.more, ctx.faults, i
        ))  # fmt: skip
    elif task == CLOSE:
        values[place] = within(ctx.span, values[place])
    elif not is_right(ctx, values, book, ctx.span, ctx.moves, ctx.more, ctx.faults, i):
        ctx.found = i


@native
def put(values, due, place, code):
    """Write a code, and note in which ply it is due."""
    values[place] = code
    if is_won(code):
        due[1, plies_of(code)] = 1
    elif is_lost(code):
        due[0, plies_of(code)] = 1
