"""Nine men's morris: three stones on a line are a mill, and each new mill captures a stone.

Both sides place nine stones in turn, and then move them, one step along a line. A side with only
three stones may fly to any free point. A side that closes a mill captures a stone that is not in a
mill, or any stone if all are in mills. Two mills at once capture one stone. A side loses if it has
fewer than three stones, or no move.

`points.py` shows the board. A move is the start of a stone, its target, and the captured stone,
five bits each; NOWHERE means a stone from the hand, or no capture.

Rules: as in R. Gasser, Solving Nine Men's Morris, 1996. As in tournaments, the game is drawn if a
position occurs three times, or after fifty moves of each side without a new mill.
"""

import numpy as np

from counterplay.core.bits.bits import lowest, popcount
from counterplay.core.game.facts import Facts, parameter
from counterplay.games.nine_mens_morris.endgame_index import form_of
from counterplay.games.nine_mens_morris.endgame_tables import index as index
from counterplay.games.nine_mens_morris.endgame_tables import parse_tables as parse_tables
from counterplay.games.nine_mens_morris.endgame_tables import predecessors as predecessors
from counterplay.games.nine_mens_morris.endgame_tables import show_table as show_table
from counterplay.games.nine_mens_morris.endgame_tables import size as size
from counterplay.games.nine_mens_morris.endgame_tables import state as state
from counterplay.games.nine_mens_morris.endgame_tables import tables_below as tables_below
from counterplay.games.nine_mens_morris.evaluation import FEATURES as FEATURES
from counterplay.games.nine_mens_morris.evaluation import WEIGHTS as WEIGHTS
from counterplay.games.nine_mens_morris.evaluation import evaluate as evaluate
from counterplay.games.nine_mens_morris.points import (
    BOARD,
    CROSSINGS,
    NEIGHBOURS,
    NOWHERE,
    State,
    beside,
    completing,
)
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


def initial():
    return State(0, 0, 18, 0)


def player(s):
    return s.turn


# Moves.


def prey(theirs):
    """The stones that a new mill may capture."""
    free = theirs & ~completing(theirs)
    return theirs if free == 0 else free


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


def leaving(s, moves):
    return listed(s, moves, False)


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
        notes=f"in hand: White {in_hand[0]}, Black {in_hand[1]}",
        text=draw(white, black, in_hand),
    )
