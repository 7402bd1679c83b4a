"""Retrograde analysis of one slice of a table, from the ends of games backwards, ply by ply.

Each function works on one place. `values` holds the codes of all tables that matter, one after the
other, and `book` where each of them begins; `span` says which slice is being solved. A code is
what a state is worth to its mover:

    DRAW; 2 + n: won in n plies; -1 - n: lost in n plies
    OPEN: nothing known; SAFE: open, but not lost; ASKED: open, and to be looked at
    WATCH + n: open, and not lost while a certain place, n by its number, is not won
    NO_STATE: no state has this place

First every place gets what its ends and the moves that leave the slice make of it (`begin`). Then,
for n = 0, 1, 2 …, states that are lost in n make winners of their predecessors (`win_before`),
states that are won in n make theirs ASKED (`ask_before`), and those of which no move is left that
does not lose are lost (`answer`); the others name the place that they can still go to, and are not
asked again before it is won too. What is won by leaving the slice waits until its turn has come,
and may be overtaken by a faster win. Games that list no predecessors go through all open states
instead (`look_ahead`). Every write of a ply is the same whoever makes it, and nothing that is read
in the same pass: so the order in which threads work makes no difference.

Distance is to the end of the game; or, where a span has a limit, to the next irreversible move,
which must leave the slice. (Thompson 1986; Stiller 1995.)
"""

import numpy as np

from counterplay.core.compile.kernel import hot, native
from counterplay.core.compile.unbound import rules
from counterplay.core.game.contract import PLACES

OPEN, DRAW = np.int16(0), np.int16(1)
SAFE, ASKED, NO_STATE = np.int16(32_767), np.int16(32_766), np.int16(-32_768)
LONGEST = 32_000
"""The most plies that a code can hold."""

WATCH, WATCHED = 32_003, 761
"""The first code of open states that watch a place, and how many such codes there are: a prime, so
that the moves of a state rarely lead to places with the same."""

NONE = 1 << 40
FIRST, LAST, START, LIMIT, SPAN = 0, 1, 2, 3, 4
"""What a span holds: the numbers from which and up to which its slice goes; where its table begins
in `values`, less the number of its first place; how many plies there are to the next irreversible
move, 0 where distance is to the end of the game."""

SOUND, NO_TABLE, TOO_FAR, NOT_CUT = 0, 1, 2, 3
"""What may be wrong with the hooks: a move leads to a table that is not there, or to a state that
no table has, and on to another such state; an irreversible move stays in its slice, where distance
is to the next such move."""


@hot
def is_inside(span, k):
    return span[FIRST] <= k and k < span[LAST]


@hot
def place_of(book, k):
    """Where `values` has the state of a number; -1 where its table is not there."""
    t = k // PLACES
    low, high = 0, book.shape[0]
    while low < high:
        middle = (low + high) // 2
        if book[middle, 0] < t:
            low = middle + 1
        else:
            high = middle
    if low == book.shape[0] or book[low, 0] != t:
        return np.int64(-1)
    return book[low, 1] + k % PLACES


@hot
def is_open(code):
    return code == OPEN or code >= WATCH


@hot
def is_won(code):
    return code > DRAW and code < WATCH


@hot
def watching(k):
    """The code of an open state that can still go to the place of this number."""
    return np.int16(WATCH + k % WATCHED)


@hot
def is_lost(code):
    return code < 0 and code != NO_STATE


@hot
def plies_of(code):
    return np.int64(code) - 2 if code > 0 else -1 - np.int64(code)


@hot
def won_in(plies):
    return np.int16(2 + min(plies, LONGEST))


@hot
def lost_in(plies):
    return np.int16(-1 - min(plies, LONGEST))


@hot
def code_of_end(ctx, s):
    """What an end pays whoever would be to move."""
    score = rules.score(ctx, s, rules.player(ctx, s))
    if score == 0:
        return DRAW
    return won_in(0) if score > 0 else lost_in(0)


@hot
def step(ctx, span, faults, s, a, plies, inside):
    """How far a state is from its end by a move to one that is so many plies from it."""
    if span[LIMIT] and rules.irreversible(ctx, s, a):
        if inside:
            faults[0] = NOT_CUT
        return np.int64(1)
    return plies + 1


@hot
def worth(fastest, slowest, draws):
    """What a state is worth of whose moves all is known."""
    if fastest < NONE:
        return won_in(fastest)
    return DRAW if draws else lost_in(slowest)


@native
def by_moves(ctx, values, book, span, moves, faults, s):
    """What a state is worth that no table has, by what tables have of those it leads to."""
    if rules.terminal(ctx, s):
        return code_of_end(ctx, s)
    p, n = rules.player(ctx, s), rules.actions(ctx, s, moves)
    fastest, slowest, draws = np.int64(NONE), np.int64(0), False
    for j in range(n):
        after = rules.result(ctx, np.int64(2), s, moves[j])
        k = rules.index(ctx, after)
        code = DRAW
        if k >= 0:
            place = place_of(book, k)
            if place < 0:
                faults[0] = NO_TABLE
                return DRAW
            code = values[place]
        elif rules.terminal(ctx, after):
            code = code_of_end(ctx, after)
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
    return worth(fastest, slowest, draws)


@hot
def known(ctx, values, book, span, more, faults, after, k):
    """What a state is worth that is outside of the slice, or inside and settled."""
    if k < 0:
        return by_moves(ctx, values, book, span, more, faults, after)
    place = place_of(book, k)
    if place < 0:
        faults[0] = NO_TABLE
        return DRAW
    return values[place]


# One place ---------------------------------------------------------------------------------------


@native
def begin(ctx, values, book, span, moves, more, faults, i):
    """What a state is worth by its ends and by the moves that leave the slice."""
    s = rules.state(ctx, np.int64(0), i)
    if rules.index(ctx, s) != i:
        return NO_STATE
    if rules.terminal(ctx, s):
        return code_of_end(ctx, s)
    p, n = rules.player(ctx, s), rules.leaving(ctx, s, moves)
    fastest, slowest, draws = np.int64(NONE), np.int64(0), False
    outside = 0
    for j in range(n):
        after = rules.result(ctx, np.int64(1), s, moves[j])
        k = rules.index(ctx, after)
        if is_inside(span, k):
            continue
        outside += 1
        code = known(ctx, values, book, span, more, faults, after, k)
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
    """A state that is lost in so many plies: whoever can move there wins. Whether that is news."""
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
    """A state that is won: whoever can move there may be lost. Whether there is anyone to ask."""
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
def answer(ctx, values, book, span, moves, more, faults, i, plies):
    """Lost, if all moves lead to states that are lost by what is known after so many plies."""
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
            code = known(ctx, values, book, span, more, faults, after, k)
        wins = is_won(code)
        loses = (wins or is_lost(code)) and wins != (rules.player(ctx, after) == p)
        if not loses or (inside and plies_of(code) > plies):
            return watching(k) if inside else SAFE
        slowest = max(slowest, step(ctx, span, faults, s, moves[j], plies_of(code), inside))
    return lost_in(slowest)


@native
def look_ahead(ctx, values, book, span, moves, more, faults, i, plies):
    """An open state by its moves, where all that takes so many plies is known."""
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
            code = known(ctx, values, book, span, more, faults, after, k)
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
def is_right(ctx, values, book, span, moves, more, faults, i):
    """Whether a state is worth what its code says, by the codes of those that it leads to."""
    code = values[span[START] + i]
    s = rules.state(ctx, np.int64(0), i)
    if rules.index(ctx, s) != i:
        return code == NO_STATE
    if rules.terminal(ctx, s):
        return code == code_of_end(ctx, s)
    p, n = rules.player(ctx, s), rules.actions(ctx, s, moves)
    fastest, slowest, draws = np.int64(NONE), np.int64(0), False
    for j in range(n):
        after = rules.result(ctx, np.int64(1), s, moves[j])
        k = rules.index(ctx, after)
        leads_to = known(ctx, values, book, span, more, faults, after, k)
        if leads_to == NO_STATE:
            return False
        if not is_won(leads_to) and not is_lost(leads_to):
            draws = True
            continue
        plies = step(ctx, span, faults, s, moves[j], plies_of(leads_to), False)
        if is_won(leads_to) == (rules.player(ctx, after) == p):
            fastest = min(fastest, plies)
        else:
            slowest = max(slowest, plies)
    return code == within(span, worth(fastest, slowest, draws))


@hot
def within(span, code):
    """A code, or a draw where it takes more plies than there are."""
    if is_open(code):
        return DRAW
    if span[LIMIT] and (is_won(code) or is_lost(code)) and plies_of(code) > span[LIMIT]:
        return DRAW
    return code
