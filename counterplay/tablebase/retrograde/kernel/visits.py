"""One visit: what a pass of retrograde analysis does with one position, on the CPU or a GPU."""

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.tablebase.kernel.codes import LONGEST, lost_in, plies_of, won_in
from counterplay.tablebase.retrograde.kernel.analysis import (
    ASKED,
    answer,
    ask_before,
    begin,
    is_lost,
    is_open,
    is_right,
    is_won,
    look_ahead,
    win_before,
    within,
)

BEGIN, WIN_BEFORE, ASK_BEFORE, ANSWER, LOOK_AHEAD, CLOSE, VERIFY = range(7)
"""The kinds of passes."""

MOST = rules.MOST_ACTIONS + 1
"""The size of a buffer for moves."""

GOES_BACK = rules.HAS_PREDECESSORS


@native
def wanted_by(task, plies):
    """The code that a pass looks for, and whether it visits only positions with this code."""
    if task == WIN_BEFORE:
        return lost_in(plies), True
    if task == ASK_BEFORE:
        return won_in(plies), True
    return ASKED, task == ANSWER


@native
def visit(ctx, task, plies, values, directory, span, due, moves, more, faults, i, place):
    """Visit one position; returns False if the pass verifies and its code is wrong.

    `i` is its position index, `place` the index of its code in `values`."""
    if task == BEGIN:
        put(values, due, place, begin(ctx, values, directory, span, moves, more, faults, i))
    elif task == VERIFY:
        return is_right(ctx, values, directory, span, moves, more, faults, i)
    elif task == CLOSE:
        values[place] = within(span, values[place])
    elif GOES_BACK:
        if task == WIN_BEFORE:
            if win_before(ctx, values, span, moves, i, plies):
                due[1, min(plies + 1, LONGEST)] = 1
        elif task == ASK_BEFORE:
            if ask_before(ctx, values, span, moves, i):
                due[0, LONGEST] = 1
        else:
            new = answer(ctx, values, directory, span, moves, more, faults, i, plies)
            put(values, due, place, new)
    else:
        code = values[place]
        if is_open(code) or (is_won(code) and plies_of(code) > plies + 1):
            new = look_ahead(ctx, values, directory, span, moves, more, faults, i, plies)
            if new != code:
                put(values, due, place, new)
    return True


@native
def put(values, due, place, code):
    """Write a code, and set the flag of its distance."""
    values[place] = code
    if is_won(code):
        due[1, plies_of(code)] = 1
    elif is_lost(code):
        due[0, plies_of(code)] = 1
