"""What a pass of retrograde analysis does with one place: the same on the CPU and on a GPU."""

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.tablebase.retrograde.kernel.analysis import (
    ASKED,
    LONGEST,
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

BEGIN, WIN_BEFORE, ASK_BEFORE, ANSWER, LOOK_AHEAD, CLOSE, VERIFY = range(7)
"""What a pass does with each place."""

MOST = rules.MOST_ACTIONS + 1
"""Room for moves."""

GOES_BACK = rules.HAS_PREDECESSORS


@native
def wanted_by(task, plies):
    """The code of the places that a pass is about, and whether it is about one code alone."""
    if task == WIN_BEFORE:
        return lost_in(plies), True
    if task == ASK_BEFORE:
        return won_in(plies), True
    return ASKED, task == ANSWER


@native
def visit(ctx, task, plies, values, book, span, due, moves, more, faults, i, place):
    """Do with one place what the pass is for; False if it is one to verify, and wrong."""
    if task == BEGIN:
        put(values, due, place, begin(ctx, values, book, span, moves, more, faults, i))
    elif task == VERIFY:
        return is_right(ctx, values, book, span, moves, more, faults, i)
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
            new = answer(ctx, values, book, span, moves, more, faults, i, plies)
            put(values, due, place, new)
    else:
        code = values[place]
        if is_open(code) or (is_won(code) and plies_of(code) > plies + 1):
            new = look_ahead(ctx, values, book, span, moves, more, faults, i, plies)
            if new != code:
                put(values, due, place, new)
    return True


@native
def put(values, due, place, code):
    """Write a code, and note in which ply it is due."""
    values[place] = code
    if is_won(code):
        due[1, plies_of(code)] = 1
    elif is_lost(code):
        due[0, plies_of(code)] = 1
