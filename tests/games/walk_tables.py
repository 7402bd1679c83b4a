"""Goes over places of tables natively, and counts what is not as the contract has it.

A kernel for `core.bind`: places `first`, `first + step`, … below `last` of table `table`.
"""

import numpy as np

from counterplay.core.compile.kernel import entry, native
from counterplay.core.compile.unbound import rules

PLACE_BITS = np.int64(40)
TABLES = 1 << 16

CONTEXT = [
    ("table", np.int64),
    ("first", np.int64),
    ("last", np.int64),
    ("step", np.int64),
    ("positions", np.int64),
    ("moves", np.int64, (rules.MOST_ACTIONS,)),
    ("others", np.int64, (rules.MOST_ACTIONS,)),
    ("number", np.int64),
    ("leaving", np.int64),
    ("predecessors", np.int64),
    ("checked", np.int64),
    ("missing", np.int64),
    ("wrong", np.int64),
    ("kept", np.int64),
    ("reached", np.uint8, (TABLES,)),
]


@entry
def look(contexts):
    """The number of the root, its `leaving` into `moves`, its `predecessors` into `others`."""
    ctx = contexts[0]
    s = rules.load(ctx, np.int64(0), ctx.root)
    ctx.number = rules.index(ctx, s)
    ctx.leaving = rules.leaving(ctx, s, ctx.moves)
    ctx.predecessors = rules.predecessors(ctx, s, ctx.others)


@entry
def count(contexts):
    """`positions`: places whose state has this place for its own."""
    ctx = contexts[0]
    ctx.positions = 0
    for place in range(ctx.first, ctx.last, ctx.step):
        i = ctx.table << PLACE_BITS | place
        if rules.index(ctx, rules.state(ctx, np.int64(0), i)) == i:
            ctx.positions += 1


@entry
def leave(contexts):
    """`reached`: for each table, whether a move that is listed as leaving leads there."""
    ctx = contexts[0]
    for place in range(ctx.first, ctx.last, ctx.step):
        s = rules.state(ctx, np.int64(0), ctx.table << PLACE_BITS | place)
        for k in range(rules.leaving(ctx, s, ctx.moves)):
            j = rules.index(ctx, rules.result(ctx, np.int64(1), s, ctx.moves[k]))
            if j >= 0 and j >> PLACE_BITS != ctx.table:
                ctx.reached[j >> PLACE_BITS] = 1


@entry
def walk(contexts):
    """Moves forward against moves back.

    missing    moves inside the table whose start is no predecessor of where they lead
    wrong      predecessors that have no move to the state, or lie in another table
    kept       moves out of the table that are not listed as leaving
    checked    moves inside the table, and predecessors, that were looked at
    """
    ctx = contexts[0]
    for place in range(ctx.first, ctx.last, ctx.step):
        i = ctx.table << PLACE_BITS | place
        s = rules.state(ctx, np.int64(0), i)
        if rules.index(ctx, s) != i:
            continue
        go_forward(ctx, s, i)
        go_back(ctx, s, i)


@native
def go_forward(ctx, s, i):
    if rules.terminal(ctx, s):
        return
    for k in range(rules.actions(ctx, s, ctx.moves)):
        a = ctx.moves[k]
        j = rules.index(ctx, rules.result(ctx, np.int64(1), s, a))
        if j >= 0 and j >> PLACE_BITS == ctx.table:
            ctx.checked += 1
            n = rules.predecessors(ctx, rules.state(ctx, np.int64(1), j), ctx.others)
            ctx.missing += not is_among(ctx.others, n, i)
        else:
            ctx.kept += not is_among(ctx.others, rules.leaving(ctx, s, ctx.others), a)


@native
def go_back(ctx, s, i):
    for k in range(rules.predecessors(ctx, s, ctx.moves)):
        j = ctx.moves[k]
        before = rules.state(ctx, np.int64(1), j)
        found = False
        for m in range(rules.actions(ctx, before, ctx.others)):
            after = rules.result(ctx, np.int64(2), before, ctx.others[m])
            found = found or rules.index(ctx, after) == i
        ctx.checked += 1
        ctx.wrong += not found or j >> PLACE_BITS != ctx.table


@native
def is_among(values, n, wanted):
    found = False
    for k in range(n):
        found = found or values[k] == wanted
    return found
