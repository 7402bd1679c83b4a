"""Endgame tables of nine men's morris: position index, sizes, predecessors and names.

Tables have the states without stones in hand. Table t has a side with t // 16 stones against one
with t % 16, which are not more. First come the indices where the larger side moves, then those of
the other side. Quiet moves lead from one half to the other, captures to tables below.
"""

from counterplay.core.bits.bits import lowest, popcount
from counterplay.core.game.contract import PLACES
from counterplay.games.nine_mens_morris.endgame_index import place_of, places, sets_at
from counterplay.games.nine_mens_morris.points import BOARD, NEIGHBOURS, State, completing


def index(s):
    mine, theirs = popcount(s.mine), popcount(s.theirs)
    if s.hand > 0 or min(mine, theirs) < 3 or max(mine, theirs) > 9:
        return -1
    if mine >= theirs:
        return (mine << 4 | theirs) * PLACES + place_of(s.mine, s.theirs)
    return (theirs << 4 | mine) * PLACES + places(theirs, mine) + place_of(s.theirs, s.mine)


def state(i):
    t, place = i // PLACES, i % PLACES
    if place >= size(t):
        return State(0, 0, 0, 0)
    more, fewer = t >> 4, t & 15
    half = places(more, fewer)
    x, y = sets_at(more, fewer, place % half)
    return State(x, y, 0, 0) if place < half else State(y, x, 0, 0)


def size(t):
    more, fewer = t >> 4, t & 15
    if fewer < 3 or fewer > more or more > 9:
        return 0
    return places(more, fewer) * (1 if more == fewer else 2)


def predecessors(s, moves):
    """The positions before a step or a flight of the other side that closed no mill."""
    if index(s) < 0:
        return 0
    n, empty, flies = 0, BOARD & ~(s.mine | s.theirs), popcount(s.theirs) == 3
    rest = s.theirs & ~completing(s.theirs)
    while rest != 0:
        goal = lowest(rest)
        rest &= rest - 1
        starts = empty if flies else NEIGHBOURS[goal] & empty
        while starts != 0:
            start = lowest(starts)
            starts &= starts - 1
            before = s.theirs ^ 1 << goal | 1 << start
            moves[n] = index(State(before, s.mine, 0, 1 - s.turn))
            n += 1
    return n


def parse_tables(text):
    """The tables of a name: 5-3 for five stones against three, with either side to move; or all."""
    every = sorted(((a, b) for a in range(3, 10) for b in range(3, a + 1)), key=sum)
    if text.strip().lower() == "all":
        return [a << 4 | b for a, b in every]
    sides = text.strip().split("-")
    if len(sides) != 2 or not all(side in list("3456789") for side in sides):
        raise ValueError("a table is named by the stones of both sides, 3 to 9, as in 5-3; or all")
    fewer, more = sorted(map(int, sides))
    return [more << 4 | fewer]


def show_table(t):
    return f"{t >> 4}-{t & 15}"


def tables_below(t):
    """The tables with one stone less. With two stones, the game is over."""
    more, fewer = t >> 4, t & 15
    pairs = {(max(pair), min(pair)) for pair in ((more - 1, fewer), (more, fewer - 1))}
    return [a << 4 | b for a, b in sorted(pairs) if b >= 3]
