"""The evaluation of a state by pattern tables, as part of every kernel.

    boards → the entry of each pattern in its table → sum of their weights → score

The entries of all patterns are found at once: each byte of a board is the number of a row, which
has what its 8 cells add to each entry (`layout.py`). Two boards are 16 rows. Nothing is kept from
one ply to the next: after a move the other side looks at the board, and every entry changes.
Patterns, sizes and weights are data: other tables are not compiled again.
"""

from __future__ import annotations

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.bits import popcount
from counterplay.core.compile.marks import hot, native
from counterplay.core.network.evaluate import bucket_of

KIND = "patterns"

NOTHING = np.uint64(0)

FIELDS = [
    ("pat_words", np.int64),
    ("pat_found", np.int64),
    ("pat_word_count", np.int64),
    ("pat_boards", np.int64),
    ("pat_board_count", np.int64),
    ("pat_rows", np.int64),
    ("pat_firsts", np.int64),
    ("pat_width", np.int64),
    ("pat_count", np.int64),
    ("pat_weights", np.int64),
    ("pat_entries", np.int64),
    ("pat_offsets", np.int64),
    ("pat_stages", np.int64),
    ("pat_movers", np.int64),
    ("pat_most_on", np.int64),
    ("pat_scale", np.int64),
    ("pat_one", np.int64),
    ("pat_most", np.int64),
]
"""Fields of the context: addresses of arrays, and sizes.

words    room for the inputs of a state; found: for the entry of each pattern in its table
boards   the numbers of the words that are boards
rows     what each byte adds to the entries; firsts: where each pattern's table begins
weights  by stage and mover, then by entry; offsets: what is added, by stage and mover
one      the weight that is an output of 1; most: the largest score
"""


@hot
def fresh_words(ctx):
    """Room for the inputs of a state."""
    return array_at(ctx.pat_words, (ctx.pat_word_count,), np.uint64)


@native
def find_entries(ctx, words):
    """The entry of each pattern in its table."""
    width, count = ctx.pat_width, ctx.pat_board_count
    found = array_at(ctx.pat_found, (width,), np.uint16)
    boards = array_at(ctx.pat_boards, (count,), np.int64)
    rows = array_at(ctx.pat_rows, (8 * 256 * count, width), np.uint16)
    before, seen = rows[row_of(0, NOTHING, 0)], NOTHING
    for k in range(0, count, 2):
        mine = words[boards[k]] & ~seen
        seen |= mine
        theirs, second = NOTHING, k
        if k + 1 < count:
            theirs, second = words[boards[k + 1]] & ~seen, k + 1
            seen |= theirs
        add_boards(found, before, rows, 8 * k, mine, 8 * second, theirs, width)
        before = found
    return found


@hot
def add_boards(found, before, rows, first, mine, second, theirs, width):
    """Add the rows of two boards' bytes to `before`, all at once, which is faster than board by
    board. A board that is missing has no bits: its rows are zero.
    """
    a, b = rows[row_of(first, mine, 0)], rows[row_of(first, mine, 1)]
    c, d = rows[row_of(first, mine, 2)], rows[row_of(first, mine, 3)]
    e, f = rows[row_of(first, mine, 4)], rows[row_of(first, mine, 5)]
    g, h = rows[row_of(first, mine, 6)], rows[row_of(first, mine, 7)]
    i, k = rows[row_of(second, theirs, 0)], rows[row_of(second, theirs, 1)]
    m, n = rows[row_of(second, theirs, 2)], rows[row_of(second, theirs, 3)]
    o, p = rows[row_of(second, theirs, 4)], rows[row_of(second, theirs, 5)]
    q, r = rows[row_of(second, theirs, 6)], rows[row_of(second, theirs, 7)]
    for j in range(width):
        ours = a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j]
        others = i[j] + k[j] + m[j] + n[j] + o[j] + p[j] + q[j] + r[j]
        found[j] = before[j] + ours + others


@hot
def row_of(first, word, i):
    """The number of the row for byte `i` of a board."""
    return 256 * (first + i) + np.int64((word >> np.uint64(8 * i)) & np.uint64(255))


@native
def table_of(ctx, on, words):
    """The number of the tables for a state in which `on` inputs are on: by stage and mover."""
    stage = bucket_of(on, ctx.pat_stages, ctx.pat_most_on)
    if ctx.pat_movers == 1:
        return stage
    return 2 * stage + np.int64(words[ctx.pat_word_count - 1] >> np.uint64(1) & np.uint64(1))


@native
def output(ctx) -> int:
    """The score of the state whose inputs are in `fresh_words`, for the player whose view it is.

    A state without inputs is worth 0: of it the tables say nothing.
    """
    words = fresh_words(ctx)
    on = np.int64(0)
    for i in range(ctx.pat_word_count):
        on += popcount(words[i])
    if on == 0:
        return np.int64(0)
    found = find_entries(ctx, words)
    table = table_of(ctx, on, words)
    tables = ctx.pat_stages * ctx.pat_movers
    weights = array_at(ctx.pat_weights, (tables, ctx.pat_entries), np.int16)[table]
    firsts = array_at(ctx.pat_firsts, (ctx.pat_count,), np.uint64)
    total = array_at(ctx.pat_offsets, (tables,), np.int64)[table]
    for j in range(ctx.pat_count):
        total += weights[firsts[j] + np.uint64(found[j])]
    score = total * ctx.pat_scale // ctx.pat_one
    return min(max(score, -ctx.pat_most), ctx.pat_most)
