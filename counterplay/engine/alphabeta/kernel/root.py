"""The root of the search: its moves, the best lines, and the tasks that Python asks for.

`root_moves` holds the moves, best first, with `root_values` and a line for each of the first
`lines` moves. A move moves up only when it has proved better than those before it. So when a
search is stopped, its lines are never worse than those it began with.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.exact import begin_line, narrow, plies_left, solve_line
from counterplay.engine.alphabeta.kernel.ordering import rank_moves, select_best
from counterplay.engine.alphabeta.kernel.path import HAS_PATH, step
from counterplay.engine.alphabeta.kernel.search import value
from counterplay.engine.alphabeta.kernel.switches import ASPIRATION, SCOUT
from counterplay.engine.alphabeta.kernel.symmetry import to_canonical
from counterplay.engine.alphabeta.kernel.transposition import AGES, NO_TAG
from counterplay.engine.alphabeta.kernel.values import (
    HAS_IN_CHECK,
    HAS_REMAINING,
    INFINITY,
    PLIES,
    UNIT,
)

MOST_LINES = min(rules.MOST_ACTIONS, 64)
BATCH_SIZE = 64
ASPIRATION_DEPTH = 4

THINK, THINK_ON, NARROW, SOLVE, BATCH, CONFIRM = 1, 2, 3, 4, 5, 6
"""The tasks of `run`:

THINK     search the root to `depth`
THINK_ON  search ever deeper until stopped (helper threads)
NARROW    one step of an exact solution, for line `solving`
SOLVE     the exact solution of all lines (helper threads)
BATCH     search many roots, one after the other
CONFIRM   find a move that is worth `low`, to the end of the game
"""

ROOT_FIELDS = [
    ("task", np.int64),
    ("depth", np.int64),
    ("deepest", np.int64),
    ("aspiration_width", np.int64),
    ("stagger", np.int64),
    ("lines", np.int64),
    ("improved", np.int64),
    ("root_tried", np.int64),
    ("root_count", np.int64),
    ("root_moves", np.int64, (rules.MOST_ACTIONS,)),
    ("root_values", np.int64, (rules.MOST_ACTIONS,)),
    ("best_lines", np.int64, (MOST_LINES, PLIES + 2)),
    ("best_lengths", np.int64, (MOST_LINES,)),
    ("batch_count", np.int64),
    ("batch_roots", rules.STATE, (BATCH_SIZE,)),
    ("batch_values", np.int64, (BATCH_SIZE,)),
    ("batch_moves", np.int64, (BATCH_SIZE,)),
    ("batch_nodes", np.int64, (BATCH_SIZE,)),
    ("batch_horizons", np.int64, (BATCH_SIZE,)),
    ("batch_depths", np.int64, (BATCH_SIZE,)),
]


@entry
def run(contexts):
    """Run one task. There is only one entry, so the search is compiled only once."""
    ctx = contexts[0]
    if ctx.task == BATCH:
        run_batch(ctx)
        return
    s = rules.load(ctx, np.int64(0), ctx.root)
    if ctx.task == THINK:
        iterate(ctx, s)
    elif ctx.task == NARROW:
        if not ctx.is_open:
            begin_line(ctx, s, ctx.solving)
        narrow(ctx, s, ctx.solving)
    elif ctx.task == SOLVE:
        for k in range(min(ctx.lines, ctx.root_count)):
            solve_line(ctx, s, k)
            if ctx.aborted:
                break
    elif ctx.task == CONFIRM:
        p = rules.player(ctx, s)
        order_root_moves(ctx, s, p)
        search_root(ctx, s, p, np.int64(0), plies_left(ctx, s), ctx.low - 1, ctx.low)
    else:
        # A helper skips every other depth: it is then ahead of the main thread about half of the
        # time and does not repeat its work.
        for depth in range(1, ctx.deepest + 2):
            if depth > 4 and depth % 2 == ctx.stagger:
                continue
            ctx.depth = depth
            iterate(ctx, s)
            if ctx.aborted:
                break


@native
def run_batch(ctx):
    """Search many roots one after the other: to the end of the game, or deeper up to `depth`."""
    deepest = ctx.depth
    for i in range(ctx.batch_count):
        s = rules.load(ctx, np.int64(0), ctx.batch_roots[i])
        before = ctx.nodes
        ctx.table_age, ctx.table_lost = (ctx.table_age + 1) % AGES, 0
        set_root_moves(ctx, s)
        if ctx.exact:
            solve_line(ctx, s, np.int64(0))
        else:
            for depth in range(1, deepest + 1):
                ctx.depth = depth
                iterate(ctx, s)
                if ctx.aborted or ctx.horizon == 0:
                    break
        if ctx.aborted:
            break
        ctx.batch_values[i] = ctx.root_values[0]
        ctx.batch_moves[i] = ctx.root_moves[0]
        ctx.batch_nodes[i] = ctx.nodes - before
        ctx.batch_horizons[i] = ctx.horizon
        ctx.batch_depths[i] = ctx.depth


@native
def set_root_moves(ctx, s):
    """Fill `root_moves` with the legal moves, without values."""
    n = rules.actions(ctx, s, ctx.root_moves[:])
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
        n = np.int64(0)
    ctx.root_count = n
    for i in range(n):
        ctx.root_values[i] = 0


@native
def order_root_moves(ctx, s, p):
    """Sort the root moves by the usual move ordering."""
    n = ctx.root_count
    for i in range(n):
        ctx.moves[0, i] = ctx.root_moves[i]
    rank_moves(ctx, s, p, np.int64(0), np.int64(0), n, np.int64(NO_TAG), np.int64(PLIES))
    for turn in range(n):
        select_best(ctx, np.int64(0), turn, n)
        ctx.root_moves[turn] = ctx.moves[0, turn]


@native
def iterate(ctx, s):
    """Search the best lines to `depth`, each with an aspiration window around its last value."""
    p = rules.player(ctx, s)
    ctx.horizon = 0
    if ctx.depth == 1:
        order_root_moves(ctx, s, p)
    for k in range(min(ctx.lines, ctx.root_count)):
        low, high = np.int64(-INFINITY), np.int64(INFINITY)
        width = max(ctx.margin * ctx.aspiration_width // UNIT, np.int64(1))
        if ctx.use & ASPIRATION and ctx.depth >= ASPIRATION_DEPTH:
            low, high = ctx.root_values[k] - width, ctx.root_values[k] + width
        while True:
            v = search_root(ctx, s, p, k, ctx.depth, low, high)
            if ctx.aborted:
                return
            width = min(width * 4, np.int64(INFINITY))
            if v <= low and low > -INFINITY:
                low = max(v - width, np.int64(-INFINITY))
            elif v >= high and high < INFINITY:
                high = min(v + width, np.int64(INFINITY))
            else:
                break


@native
def search_root(ctx, s, p, k, depth, alpha, beta):
    """The value of the best root move from index `k` on. That move is put at index `k`."""
    ctx.nodes += 1
    ctx.root_tried = 0
    best, best_at = np.int64(-INFINITY), np.int64(-1)
    for i in range(k, ctx.root_count):
        move = ctx.root_moves[i]
        child = rules.result(ctx, np.int64(1), s, move)
        if HAS_PATH:
            step(ctx, np.int64(0), s, move, child)
        child = to_canonical(ctx, np.int64(0), child)
        q = rules.player(ctx, child)
        ctx.played[0] = move
        ctx.mover[0] = p
        rest = depth - 1
        if HAS_REMAINING and ctx.exact:
            rest = max(rules.remaining(ctx, child), np.int64(1))
        if HAS_IN_CHECK:
            ctx.in_check[1] = rules.in_check(ctx, child)
        mine = q == p
        ceiling = alpha + 1 if i > k and ctx.use & SCOUT else beta
        while True:
            low, high = (alpha, ceiling) if mine else (-ceiling, -alpha)
            ctx.expects_cut[1] = ceiling < beta
            v = value(ctx, child, q, rest, np.int64(1), low, high)
            if ctx.aborted:
                break
            if not mine:
                v = -v
            if v <= alpha or ceiling == beta or v >= beta:
                break
            ceiling = beta
        if ctx.aborted:
            break
        ctx.root_tried += 1
        if v > best:
            best = v
            if v > alpha:
                best_at = i
                alpha = v
                store_line(ctx, k, move)
                if alpha >= beta:
                    break
    if best_at >= 0:
        promote(ctx, k, best_at, alpha)
    return best


@native
def store_line(ctx, k, move):
    """Store line `k`: `move`, then the line of the next ply."""
    ctx.improved += 1
    ctx.best_lines[k, 0] = move
    length = ctx.line_length[1]
    for i in range(length):
        ctx.best_lines[k, i + 1] = ctx.line[1, i]
    ctx.best_lengths[k] = length + 1


@native
def promote(ctx, k, at, v):
    """Put the move at index `at`, worth `v`, at index `k`. The others keep their order."""
    move = ctx.root_moves[at]
    for i in range(at, k, -1):
        ctx.root_moves[i] = ctx.root_moves[i - 1]
        ctx.root_values[i] = ctx.root_values[i - 1]
    ctx.root_moves[k] = move
    ctx.root_values[k] = v
