"""Retrograde analysis of one slice of a table: from the ends of games backwards, ply by ply.

Each function works on one position. `values` has the codes of all tables that matter, one after the
other; `directory` says where each begins; `span` is the slice that is being solved. Codes are those
of `core/game/tablebase_codec.py`. While a slice is being solved, its open positions have marks:

    OPEN         nothing is known
    SAFE         not lost, but perhaps won
    ASKED        to be checked in the next pass: it may be lost
    WATCH + n    not lost as long as one certain successor, n by its index, is not won

1. `begin` gives every position the value that follows from the ends of games and from moves that
   leave the slice.
2. For n = 0, 1, 2 …, `win_before` makes the predecessors of states lost in n won; `ask_before`
   marks the predecessors of states won in n ASKED; `answer` checks those. A state is lost if all
   its moves lose. Otherwise it watches a successor that does not lose, and is asked again only
   when that is won too.
3. What is still open is a draw (`within`).

A win by a move that leaves the slice waits until its distance is due; a faster win may replace it.
Games without `predecessors` check all open states in every ply instead (`look_ahead`). Within one
pass, threads write the same values in any order and do not read what the pass writes, so the result
does not depend on the order of the threads.

Distances count to the end of the game. If the span has a limit, they count to the next irreversible
move, which must leave the slice. (Thompson 1986; Stiller 1995.)
"""

import numpy as np

from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import PLACES
from counterplay.tablebase.kernel.codes import (
    DRAW,
    FIRST_MARK,
    NO_STATE,
    UNKNOWN,
    code_of_end,
    lost_in,
    plies_of,
    won_in,
)

OPEN = UNKNOWN
SAFE, ASKED = np.int16(32_767), np.int16(32_766)

WATCH, WATCHED = FIRST_MARK, 761
"""The first mark of states that watch a successor, and the number of such marks: a prime, so that
the successors of a state rarely share one."""

NONE = 1 << 40
FIRST, LAST, START, LIMIT, SPAN = 0, 1, 2, 3, 4
"""The elements of a span (`Span` in `retrograde/solve.py`), and how many there are."""

SOUND, NO_TABLE, TOO_FAR, NOT_CUT = 0, 1, 2, 3
"""Faults of a game's functions (`FAULTS` in `retrograde/solve.py`): a move leads to a table that is
not there; two states in a row have no index; an irreversible move stays in its slice."""


@hot
def is_inside(span, k):
    return span[FIRST] <= k and k < span[LAST]


@hot
def place_of(directory, k):
    """The index in `values` of the code of position k; -1 if its table is not there."""
    t = k // PLACES
    low, high = 0, directory.shape[0]
    while low < high:
        middle = (low + high) // 2
        if directory[middle, 0] < t:
            low = middle + 1
        else:
            high = middle
    if low == directory.shape[0] or directory[low, 0] != t:
        return np.int64(-1)
    return directory[low, 1] + k % PLACES


@hot
def is_open(code):
    return code == OPEN or code >= WATCH


@hot
def is_won(code):
    return code > DRAW and code < WATCH


@hot
def watching(k):
    """The mark of an open state that watches position k."""
    return np.int16(WATCH + k % WATCHED)


@hot
def is_lost(code):
    return code < 0 and code != NO_STATE


@hot
def end_of_game(ctx, s):
    """The code of a state in which the game is over."""
    return code_of_end(rules.score(ctx, s, rules.player(ctx, s)))


@hot
def step(ctx, span, faults, s, a, plies, inside):
    """The distance of a state by a move to a successor at distance `plies`."""
    if span[LIMIT] and rules.irreversible(ctx, s, a):
        if inside:
            faults[0] = NOT_CUT
        return np.int64(1)
    return plies + 1


@hot
def code_of_moves(fastest, slowest, draws):
    """The code of a state, by its fastest win, its slowest loss, and whether a move draws."""
    if fastest < NONE:
        return won_in(fastest)
    return DRAW if draws else lost_in(slowest)


@native
def by_moves(ctx, values, directory, span, moves, faults, s):
    """The code of a state without an index, from the codes of its successors."""
    if rules.terminal(ctx, s):
        return end_of_game(ctx, s)
    p, n = rules.player(ctx, s), rules.actions(ctx, s, moves)
    fastest, slowest, draws = np.int64(NONE), np.int64(0), False
    for j in range(n):
        after = rules.result(ctx, np.int64(2), s, moves[j])
        k = rules.index(ctx, after)
        code = DRAW
        if k >= 0:
            place = place_of(directory, k)
            if place < 0:
                faults[0] = NO_TABLE
                return DRAW
            code = values[place]
        elif rules.terminal(ctx, after):
            code = end_of_game(ctx, after)
        else:
            faults[0] = TOO_FAR
        if not is_won(code) and not is_lost(code):
            draws = True
            continue
        plies = step(ctx, span, faults, s, moves[j], plies_of(code), False)
        if is_won(code) == (rules.player(ctx, after) == p):
            fastest = min(fastest, plies)
        else:
            slowest = max(slowest, plies)
    return code_of_moves(fastest, slowest, draws)


@hot
def known(ctx, values, directory, span, more, faults, after, k):
    """The code of a state outside the slice, or of a settled one inside."""
    if k < 0:
        return by_moves(ctx, values, directory, span, more, faults, after)
    place = place_of(directory, k)
    if place < 0:
        faults[0] = NO_TABLE
        return DRAW
    return values[place]


# One position ------------------------------------------------------------------------------------


@native
def begin(ctx, values, directory, span, moves, more, faults, i):
    """The first code of position i: by the end of the game and by moves that leave the slice."""
    s = rules.state(ctx, np.int64(0), i)
    if rules.index(ctx, s) != i:
        return NO_STATE
    if rules.terminal(ctx, s):
        return end_of_game(ctx, s)
    p, n = rules.player(ctx, s), rules.leaving(ctx, s, moves)
    fastest, slowest, draws = np.int64(NONE), np.int64(0), False
    outside = 0
    for j in range(n):
        after = rules.result(ctx, np.int64(1), s, moves[j])
        k = rules.index(ctx, after)
        if is_inside(span, k):
            continue
        outside += 1
        code = known(ctx, values, directory, span, more, faults, after, k)
        if not is_won(code) and not is_lost(code):
            draws = True
            continue
        plies = step(ctx, span, faults, s, moves[j], plies_of(code), False)
        if is_won(code) == (rules.player(ctx, after) == p):
            fastest = min(fastest, plies)
        else:
            slowest = max(slowest, plies)
    if fastest < NONE:
        return won_in(fastest)
    if draws:
        return SAFE
    if outside == 0 or outside < n:
        return OPEN
    if rules.HAS_LEAVING and rules.actions(ctx, s, moves) > outside:
        return OPEN
    return lost_in(slowest)


@native
def win_before(ctx, values, span, moves, i, plies):
    """Position i is lost in `plies`: its predecessors are won. Returns whether any code changed."""
    s = rules.state(ctx, np.int64(0), i)
    n = rules.predecessors(ctx, s, moves)
    code, is_news = won_in(plies + 1), False
    for j in range(n):
        place = span[START] + moves[j]
        before = values[place]
        if is_open(before) or (is_won(before) and before > code):
            values[place] = code
            is_news = True
    return is_news


@native
def ask_before(ctx, values, span, moves, i):
    """Position i is won: its predecessors may be lost. Returns whether any was marked ASKED."""
    s = rules.state(ctx, np.int64(0), i)
    n = rules.predecessors(ctx, s, moves)
    watch, is_news = watching(i), False
    for j in range(n):
        place = span[START] + moves[j]
        before = values[place]
        if before == OPEN or before == watch:
            values[place] = ASKED
            is_news = True
    return is_news


@native
def answer(ctx, values, directory, span, moves, more, faults, i, plies):
    """The new code of an ASKED position: lost, if all its moves lose within `plies`."""
    s = rules.state(ctx, np.int64(0), i)
    p, n = rules.player(ctx, s), rules.actions(ctx, s, moves)
    slowest = np.int64(0)
    for j in range(n):
        after = rules.result(ctx, np.int64(1), s, moves[j])
        k = rules.index(ctx, after)
        inside = is_inside(span, k)
        if inside:
            code = values[span[START] + k]
        else:
            code = known(ctx, values, directory, span, more, faults, after, k)
        wins = is_won(code)
        loses = (wins or is_lost(code)) and wins != (rules.player(ctx, after) == p)
        if not loses or (inside and plies_of(code) > plies):
            return watching(k) if inside else SAFE
        slowest = max(slowest, step(ctx, span, faults, s, moves[j], plies_of(code), inside))
    return lost_in(slowest)


@native
def look_ahead(ctx, values, directory, span, moves, more, faults, i, plies):
    """The new code of an open position by its moves, if all distances up to `plies` are known."""
    s = rules.state(ctx, np.int64(0), i)
    old = values[span[START] + i]
    p, n = rules.player(ctx, s), rules.actions(ctx, s, moves)
    slowest, loses = np.int64(0), old == OPEN
    for j in range(n):
        after = rules.result(ctx, np.int64(1), s, moves[j])
        k = rules.index(ctx, after)
        inside = is_inside(span, k)
        if inside:
            code = values[span[START] + k]
        elif loses:
            code = known(ctx, values, directory, span, more, faults, after, k)
        else:
            continue
        wins = is_won(code)
        if (not wins and not is_lost(code)) or (inside and plies_of(code) > plies):
            loses = False
        elif wins == (rules.player(ctx, after) == p):
            if inside:
                return won_in(plies + 1)
            loses = False
        else:
            slowest = max(slowest, step(ctx, span, faults, s, moves[j], plies_of(code), inside))
    return lost_in(slowest) if loses else old


@native
def is_right(ctx, values, directory, span, moves, more, faults, i):
    """Whether the code of position i agrees with the codes of its successors."""
    code = values[span[START] + i]
    s = rules.state(ctx, np.int64(0), i)
    if rules.index(ctx, s) != i:
        return code == NO_STATE
    if rules.terminal(ctx, s):
        return code == end_of_game(ctx, s)
    p, n = rules.player(ctx, s), rules.actions(ctx, s, moves)
    fastest, slowest, draws = np.int64(NONE), np.int64(0), False
    for j in range(n):
        after = rules.result(ctx, np.int64(1), s, moves[j])
        k = rules.index(ctx, after)
        next_code = known(ctx, values, directory, span, more, faults, after, k)
        if next_code == NO_STATE:
            return False
        if not is_won(next_code) and not is_lost(next_code):
            draws = True
            continue
        plies = step(ctx, span, faults, s, moves[j], plies_of(next_code), False)
        if is_won(next_code) == (rules.player(ctx, after) == p):
            fastest = min(fastest, plies)
        else:
            slowest = max(slowest, plies)
    return code == within(span, code_of_moves(fastest, slowest, draws))


@hot
def within(span, code):
    """The final code: a draw if the state is open, or if the limit of plies comes first."""
    if is_open(code):
        return DRAW
    if span[LIMIT] and (is_won(code) or is_lost(code)) and plies_of(code) > span[LIMIT]:
        return DRAW
    return code
