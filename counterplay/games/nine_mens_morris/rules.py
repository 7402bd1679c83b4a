"""Nine men's morris: three stones on a line are a mill, and each new mill captures a stone.

Points are numbered ring by ring, each clockwise from its top left corner. A set of points is a word
of three bytes, one per ring. Corners have even numbers; lines lead from ring to ring through the
odd ones:

     7   0---------- 1---------- 2
     6   |   8------ 9------10   |      A mill is a side of a ring or a line across the three: a
     5   |   |  16--17--18   |   |      corner goes with the next two points of its ring or with
     4   7--15--23      19--11-- 3      the two before, a middle with its two neighbours or with
     3   |   |  22--21--20   |   |      the same point of the two other rings.
     2   |  14------13------12   |
     1   6---------- 5---------- 4
         a   b   c   d   e   f   g

Both sides place nine stones in turn, and then move them, one step along a line. A side with only
three stones may fly to any free point. A side that closes a mill captures a stone that is not in a
mill, or any stone if all are in mills. Two mills at once capture one stone. A side loses if it has
fewer than three stones, or no move.

A state is seen from the side to move. A move is the start of a stone, its target, and the captured
stone, five bits each; NOWHERE means a stone from the hand, or no capture.

Rules: as in R. Gasser, Solving Nine Men's Morris, 1996. As in tournaments, the game is drawn if a
position occurs three times, or after fifty moves of each side without a new mill.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.bits.bits import lowest, popcount
from counterplay.core.game.contract import PLACES
from counterplay.core.game.facts import Facts, parameter
from counterplay.games.nine_mens_morris.endgame_index import form_of, place_of, places, sets_at
from counterplay.games.nine_mens_morris.text import (
    LINES,
    NAMES,
    PLACES_OF_POINTS,
    draw,
    mark,
    read_move,
    read_position,
    write_move,
    write_position,
)
from counterplay.presentation.drawings import Points

CLAIMS = parameter("claims", True, about="whether repetition and fifty moves draw")

facts = Facts(
    title="Nine men's morris",
    names=("White", "Black"),
    most_actions=256,
    # At most thirteen captures leave one side two stones.
    longest_game=18 + 100 * 14 if CLAIMS else 10**6,
    unit=10_000,
    counted_in=("stones", 100),
    exact_key=True,
    repetition=3 if CLAIMS else 0,
    no_progress=100 if CLAIMS else 0,
)

DISTINCT_ACTIONS = 1 << 15

BOARD = (1 << 24) - 1
RING = 0x010101
"""Bit 0 of each ring. Multiplied by a byte, it has the same points on all three rings."""
CORNERS, MIDDLES = 0x55 * RING, 0xAA * RING
CROSSINGS = 0x00AA00
"""The points with four neighbours."""
NOWHERE = 24


class State(NamedTuple):
    mine: int
    theirs: int
    hand: int  # stones still to place, of both sides together
    turn: int


def initial():
    return State(0, 0, 18, 0)


def player(s):
    return s.turn


# Sets of points.


def ahead(x, steps):
    """Each ring turned so that what lies some steps ahead of a point comes to it."""
    low = (0xFF >> steps) * RING
    return x >> steps & low | x << (8 - steps) & (BOARD ^ low)


def completing(x):
    """The points that would close a mill with two points of x."""
    next_one, one_before = ahead(x, 1), ahead(x, 7)
    corners = (next_one & ahead(x, 2) | one_before & ahead(x, 6)) & CORNERS
    inwards, outwards = x >> 8 | x << 16, x >> 16 | x << 8
    return corners | (next_one & one_before | inwards & outwards) & MIDDLES


def beside(x):
    """The points that are a step from one of x."""
    return ahead(x, 1) | ahead(x, 7) | (x >> 8 | x << 8) & MIDDLES


NEIGHBOURS = np.array([beside(1 << point) for point in range(24)], np.int64)


def prey(theirs):
    """The stones that a new mill may capture."""
    free = theirs & ~completing(theirs)
    return theirs if free == 0 else free


# Moves.


def actions(s, moves):
    return listed(s, moves, True)


def listed(s, moves, quiet):
    """List the moves that close a mill, and the quiet ones if they are asked for."""
    if is_reduced(s):
        return 0
    empty, captured = BOARD & ~(s.mine | s.theirs), prey(s.theirs)
    if s.hand > 0:
        return added(moves, 0, NOWHERE, empty, completing(s.mine), captured, quiet)
    n, flies, rest = 0, popcount(s.mine) == 3, s.mine
    while rest != 0:
        start = lowest(rest)
        rest &= rest - 1
        goals = empty if flies else NEIGHBOURS[start] & empty
        if goals != 0:
            closing = completing(s.mine ^ 1 << start)
            n = added(moves, n, start, goals, closing, captured, quiet)
    return n


def added(moves, n, start, goals, closing, captured, quiet):
    """Append the moves of one stone; how many moves there are then."""
    rest = goals if quiet else goals & closing
    while rest != 0:
        goal = lowest(rest)
        rest &= rest - 1
        a = start | goal << 5
        if closing >> goal & 1:
            taken = captured
            while taken != 0:
                moves[n] = a | lowest(taken) << 10
                taken &= taken - 1
                n += 1
        else:
            moves[n] = a | NOWHERE << 10
            n += 1
    return n


def width(s):
    if is_reduced(s):
        return 0
    empty, ways = BOARD & ~(s.mine | s.theirs), popcount(prey(s.theirs)) - 1
    if s.hand > 0:
        return popcount(empty) + ways * popcount(empty & completing(s.mine))
    n, flies, rest = 0, popcount(s.mine) == 3, s.mine
    while rest != 0:
        start = lowest(rest)
        rest &= rest - 1
        goals = empty if flies else NEIGHBOURS[start] & empty
        n += popcount(goals) + ways * popcount(goals & completing(s.mine ^ 1 << start))
    return n


def result(s, a):
    mine = s.mine & ~(1 << (a & 31)) | 1 << (a >> 5 & 31)
    return State(s.theirs & ~(1 << (a >> 10)), mine, max(s.hand - 1, 0), 1 - s.turn)


def is_reduced(s):
    """Whether the side to move has fewer than three stones, those in hand included."""
    return popcount(s.mine) + (s.hand + 1) // 2 < 3


def terminal(s):
    """Whoever has fewer than three stones or no move has lost."""
    if is_reduced(s):
        return True
    if s.hand > 0 or popcount(s.mine) == 3:
        return False
    return beside(s.mine) & ~(s.mine | s.theirs) & BOARD == 0


def utility(s, p):
    return -1 if p == s.turn else 1


# Optional functions for searches.


def is_capture(a):
    return a >> 10 != NOWHERE


def irreversible(s, a):
    return s.hand > 0 or is_capture(a)


def key(s):
    """The whole state in 54 bits, mixed without loss."""
    h = np.uint64(s.mine | s.theirs << 24 | s.hand << 48 | s.turn << 53)
    h = (h ^ (h >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    h = (h ^ (h >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return h ^ (h >> np.uint64(32))


def canonical(s):
    """One state for all that turns, mirrors and the swap of two rings lead to."""
    mine, theirs = form_of(s.mine, s.theirs)
    return State(mine, theirs, s.hand, s.turn)


def noisy(s, a):
    return is_capture(a)


def loud(s, moves):
    return listed(s, moves, False)


def order(s, a):
    """Moves that close a mill, first those that break a line; then moves that block a mill."""
    start, goal, captured = 1 << (a & 31) & BOARD, 1 << (a >> 5 & 31), 1 << (a >> 10) & BOARD
    points = 0
    if captured != 0:
        points += 16 + 4 * (captured & completing(s.mine) != 0)
    if goal & completing(s.theirs):
        points += 8
    if start & completing(s.theirs):
        points -= 6
    if goal & completing(s.mine):
        points += 2
    return points + (goal & CROSSINGS != 0)


# Static evaluation: what the stones of both sides can do, rather than where they stand.

WEIGHTS = np.array([100, 12, 22, 3, -9, 4], np.int64)
FEATURES = {
    "stone": (0, 1), "mill": (1, 1), "point that closes a mill": (2, 1), "free neighbour": (3, 1),
    "blocked stone": (4, 1), "stone on a crossing": (5, 1),
}  # fmt: skip


def evaluate(s, weights):
    """The static evaluation for the side to move, in hundredths of a stone."""
    empty, mine, theirs = BOARD & ~(s.mine | s.theirs), (s.hand + 1) // 2, s.hand // 2
    return side(s.mine, empty, mine, weights) - side(s.theirs, empty, theirs, weights)


def side(x, empty, hand, weights):
    points = (popcount(x) + hand) * weights[0] + mills(x) * weights[1]
    points += popcount(completing(x) & empty) * weights[2]
    points += popcount(beside(x) & empty) * weights[3]
    points += popcount(x & ~beside(empty)) * weights[4]
    return points + popcount(x & CROSSINGS) * weights[5]


def mills(x):
    """The number of mills in a set: sides of rings, and lines across."""
    sides = x & ahead(x, 1) & ahead(x, 7) & MIDDLES
    return popcount(sides) + popcount(x & x >> 8 & x >> 16 & MIDDLES)


# Endgame tables, for states without stones in hand. Table t has a side with t // 16 stones against
# one with t % 16, which are not more. First come the indices where the larger side moves, then
# those of the other side. Quiet moves lead from one half to the other, captures to tables below.


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


def leaving(s, moves):
    return listed(s, moves, False)


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


# Notation and drawing.


def sides(s):
    """The points of White and of Black, and the stones that each has in hand."""
    mover, other = (s.hand + 1) // 2, s.hand // 2
    if s.turn == 0:
        return s.mine, s.theirs, (mover, other)
    return s.theirs, s.mine, (other, mover)


def show_move(s, a):
    parts = (a & 31, a >> 5 & 31, a >> 10)
    return write_move(*(None if point == NOWHERE else point for point in parts))


def parse_move(s, text):
    """d2 places a stone, d2-d3 moves one; d2xa1 and d2-d3xa1 close a mill and capture."""
    wanted = tuple(NOWHERE if point is None else point for point in read_move(text))
    buffer = np.zeros(facts.most_actions, np.int64)
    legal = buffer[: actions(s, buffer)].tolist()
    a = wanted[0] | wanted[1] << 5 | wanted[2] << 10
    if a in legal:
        return a
    if wanted[2] == NOWHERE and any(move & 0x3FF == a & 0x3FF for move in legal):
        raise ValueError("this move closes a mill: name the captured stone, as in d2xa1")
    raise ValueError("there is no such move here")


def parse_position(text):
    """The rows from the top, the side to move, the stones in hand of White and of Black."""
    white, black, hand, turn = read_position(text)
    return State(white, black, hand, 0) if turn == 0 else State(black, white, hand, 1)


def show_position(s):
    return write_position(*sides(s), s.turn)


def board(s):
    white, black, in_hand = sides(s)
    return Points(
        at=PLACES_OF_POINTS,
        pieces=[mark(white, black, point) for point in range(24)],
        names=NAMES,
        lines=LINES,
        looks={"w": "disc white", "b": "disc black"},
        notes=f"in hand: w {in_hand[0]}  b {in_hand[1]}",
        text=draw(white, black, in_hand),
    )
