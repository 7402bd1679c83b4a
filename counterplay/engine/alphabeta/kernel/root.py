"""The root: its moves in order of merit, several best lines, and exact answers.

`root_moves` holds the moves, best first, with `root_values` and a line for each of the first
`lines`. A move is put in front only when it has proved better than those before it. So whenever
a search is stopped, the lines found so far are never worse than those it began with.
"""

import numpy as np

from counterplay.core.compile.kernel import NO_ACTION, TOO_MANY, entry, native
from counterplay.core.compile.unbound import rules
from counterplay.engine.alphabeta.kernel.ordering import bring_best, rank_moves
from counterplay.engine.alphabeta.kernel.path import HAS_PATH, step
from counterplay.engine.alphabeta.kernel.search import value
from counterplay.engine.alphabeta.kernel.switches import ASPIRATION, SCOUT
from counterplay.engine.alphabeta.kernel.symmetry import framed
from counterplay.engine.alphabeta.kernel.transposition import AGES, NO_TAG
from counterplay.engine.alphabeta.kernel.values import (
    HAS_EVALUATOR,
    HAS_IN_CHECK,
    HAS_REMAINING,
    INFINITY,
    PLIES,
    PROVEN,
    SCORED,
    WIN,
    guess,
)

MOST_LINES = min(rules.MOST_ACTIONS, 64)
BATCH_SIZE = 64
ASPIRATION_DEPTH = 4

THINK, THINK_ON, NARROW, SOLVE, BATCH, CONFIRM = 1, 2, 3, 4, 5, 6
"""Tasks: one depth; ever deeper until stopped; one window of the exact line `solving`; all exact
lines; many roots; a move worth `low`."""

ROOT_FIELDS = [
    ("task", np.int64),
    ("depth", np.int64),
    ("deepest", np.int64),
    ("stagger", np.int64),
    ("lines", np.int64),
    ("improved", np.int64),
    ("root_tried", np.int64),
    ("root_count", np.int64),
    ("root_moves", np.int64, (rules.MOST_ACTIONS,)),
    ("root_values", np.int64, (rules.MOST_ACTIONS,)),
    ("best_lines", np.int64, (MOST_LINES, PLIES + 2)),
    ("best_lengths", np.int64, (MOST_LINES,)),
    ("solving", np.int64),
    ("is_open", np.int64),
    ("low", np.int64),
    ("high", np.int64),
    ("asked", np.int64),
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
    """Do one task. There is one entry, so that all of the search is compiled once."""
    ctx = contexts[0]
    if ctx.task == BATCH:
        run_batch(ctx)
        return
    s = rules.load(ctx, np.int64(0), ctx.root)
    if ctx.task == THINK:
        iterate(ctx, s)
    elif ctx.task == NARROW:
        if not ctx.is_open:
            open_line(ctx, s, ctx.solving)
        narrow(ctx, s, ctx.solving)
    elif ctx.task == SOLVE:
        for k in range(min(ctx.lines, ctx.root_count)):
            solve_line(ctx, s, k)
            if ctx.aborted:
                break
    elif ctx.task == CONFIRM:
        p = rules.player(ctx, s)
        arrange(ctx, s, p)
        look(ctx, s, p, np.int64(0), moves_left(ctx, s), ctx.low - 1, ctx.low)
    else:
        # Every other depth: so a helper is ahead of the main search about half of the time, and
        # does not do what is being done.
        for depth in range(1, ctx.deepest + 2):
            if depth > 4 and depth % 2 == ctx.stagger:
                continue
            ctx.depth = depth
            iterate(ctx, s)
            if ctx.aborted:
                break


@native
def run_batch(ctx):
    """Search many roots, one after the other: exactly, or ever deeper to `depth`."""
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
    """The moves of the rules, all of one merit."""
    n = rules.actions(ctx, s, ctx.root_moves)
    if n <= 0 or n > rules.MOST_ACTIONS:
        ctx.fault = NO_ACTION if n <= 0 else TOO_MANY
        ctx.aborted = 1
        n = np.int64(0)
    ctx.root_count = n
    for i in range(n):
        ctx.root_values[i] = 0


@native
def arrange(ctx, s, p):
    """Put the root's moves in the order in which a search would try them."""
    n = ctx.root_count
    for i in range(n):
        ctx.moves[0, i] = ctx.root_moves[i]
    rank_moves(ctx, s, p, np.int64(0), n, np.int64(NO_TAG), np.int64(PLIES))
    for turn in range(n):
        bring_best(ctx, np.int64(0), turn, n)
        ctx.root_moves[turn] = ctx.moves[0, turn]


@native
def iterate(ctx, s):
    """The best lines at `depth`, each in a window around what it was worth before."""
    p = rules.player(ctx, s)
    ctx.horizon = 0
    if ctx.depth == 1:
        arrange(ctx, s, p)
    for k in range(min(ctx.lines, ctx.root_count)):
        low, high = np.int64(-INFINITY), np.int64(INFINITY)
        width = ctx.margin
        if ctx.use & ASPIRATION and ctx.depth >= ASPIRATION_DEPTH:
            low, high = ctx.root_values[k] - width, ctx.root_values[k] + width
        while True:
            v = look(ctx, s, p, k, ctx.depth, low, high)
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
def look(ctx, s, p, k, depth, alpha, beta):
    """The value of the best of the root's moves from place `k` on; it is brought there."""
    ctx.nodes += 1
    ctx.root_tried = 0
    best, best_at = np.int64(-INFINITY), np.int64(-1)
    for i in range(k, ctx.root_count):
        move = ctx.root_moves[i]
        child = rules.result(ctx, np.int64(1), s, move)
        if HAS_PATH:
            step(ctx, np.int64(0), s, move, child)
        child = framed(ctx, np.int64(0), child)
        q = rules.player(ctx, child)
        ctx.played[0] = move
        ctx.mover[0] = p
        rest = depth - 1
        if HAS_REMAINING and ctx.exact:
            rest = max(rules.remaining(ctx, child), np.int64(1))
        if HAS_IN_CHECK:
            ctx.threat[1] = rules.in_check(ctx, child)
        mine = q == p
        ceiling = alpha + 1 if i > k and ctx.use & SCOUT else beta
        while True:
            low, high = (alpha, ceiling) if mine else (-ceiling, -alpha)
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
                note_line(ctx, k, move)
                if alpha >= beta:
                    break
    if best_at >= 0:
        bring_to(ctx, k, best_at, alpha)
    return best


@native
def note_line(ctx, k, move):
    """Line `k` is `move`, then the line of the next ply."""
    ctx.improved += 1
    ctx.best_lines[k, 0] = move
    length = ctx.line_length[1]
    for i in range(length):
        ctx.best_lines[k, i + 1] = ctx.line[1, i]
    ctx.best_lengths[k] = length + 1


@native
def bring_to(ctx, k, at, v):
    """Bring the move at `at`, worth `v`, to place `k`; those in between keep their order."""
    move = ctx.root_moves[at]
    for i in range(at, k, -1):
        ctx.root_moves[i] = ctx.root_moves[i - 1]
        ctx.root_values[i] = ctx.root_values[i - 1]
    ctx.root_moves[k] = move
    ctx.root_values[k] = v


# Exact answers. The game is searched to its end with closed windows, each of which takes a part of
# what is still possible away. In scored games the next window is where the last one ended, from
# the evaluator's guess on (Plaat and others 1996). In games won or lost the rest is halved, in the
# order of how near the end is; near ends are asked about first, for that costs least.


@native
def solve_line(ctx, s, k):
    """The exact value of the best of the moves from place `k` on."""
    open_line(ctx, s, k)
    while ctx.low < ctx.high and not ctx.aborted:
        narrow(ctx, s, k)


@native
def open_line(ctx, s, k):
    """Before the first window: the value is between `low` and `high`."""
    p, most = rules.player(ctx, s), moves_left(ctx, s)
    ctx.horizon = 0
    ctx.is_open = 1
    if k == 0:
        arrange(ctx, s, p)
    if SCORED:
        ctx.low, ctx.high = np.int64(-WIN), np.int64(WIN)
        ctx.asked = guess(ctx, s, p) if HAS_EVALUATOR else np.int64(0)
    else:
        ctx.low, ctx.high = score_of(-most, most), score_of(most, most)


@native
def narrow(ctx, s, k):
    """Ask whether the value is above some point: `low` rises, or `high` falls."""
    p, most = rules.player(ctx, s), moves_left(ctx, s)
    if SCORED:
        alpha = min(max(ctx.asked, ctx.low + 1), ctx.high) - 1
    else:
        alpha = score_of(middle_of(merit_of(ctx.low, most), merit_of(ctx.high, most)), most)
    v = look(ctx, s, p, k, most, alpha, alpha + 1)
    if ctx.aborted:
        return
    if v > alpha:
        ctx.low = min(max(v, alpha + 1), ctx.high) if SCORED else better(ctx.low, v, most)
        ctx.asked = ctx.low + 1
    else:
        ctx.high = v if SCORED else worse(ctx.high, v, most)
        ctx.asked = v
    if ctx.low >= ctx.high:
        ctx.root_values[k] = ctx.low


@native
def moves_left(ctx, s):
    """How many plies the game can still last, as far as its rules say."""
    return max(rules.remaining(ctx, s), np.int64(1)) if HAS_REMAINING else np.int64(PLIES)


@native
def middle_of(low, high):
    """The merit to ask about: half of what is possible, or half way from the draw to an end."""
    middle = low + (high - low) // 2
    if middle <= 0 and -(-low // 2) < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle


@native
def better(low, v, most):
    """The new `low` after a value above it."""
    return score_of(max(merit_of(v, most), merit_of(low, most) + 1), most)


@native
def worse(high, v, most):
    """The new `high` after a value below it."""
    return score_of(min(merit_of(v, most), merit_of(high, most) - 1), most)


@native
def score_of(merit, most):
    """The score of a merit: 0 is a draw, 1 a win at the last ply, `most` a win at the next."""
    if merit > 0:
        return WIN - (most + 1 - merit)
    if merit < 0:
        return -WIN + (most + 1 + merit)
    return np.int64(0)


@native
def merit_of(score, most):
    """The inverse of `score_of`."""
    if score > PROVEN:
        return score - WIN + most + 1
    if score < -PROVEN:
        return score + WIN - most - 1
    return np.int64(0)
