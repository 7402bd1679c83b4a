"""Stones and chains of Go, on a board with a wall around it.

A chain is a set of connected stones of one colour. `link` leads from each stone to the next one of
its chain, in a circle. `chain` has a number for each stone, the same for all of a chain. A liberty
is an empty point beside a chain. Cells are numbered row by row; `wide` is the length of a row with
its wall, so the neighbours of a cell are at -1, +1, -wide and +wide:

      20 21 22 23
      15 16 17 18       a board of 4 by 4, without the wall: wide is 5, A1 is cell 5
      10 11 12 13
       5  6  7  8
"""

import numpy as np

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3


def has_other_liberty(board, link, stone, point, wide):
    """Whether the chain of a stone has a liberty other than `point`."""
    at = stone
    while True:
        for step in (1, -1, wide, -wide):
            if board[at + step] == EMPTY and at + step != point:
                return True
        at = link[at]
        if at == stone:
            return False


def last_liberty(board, link, stone, wide):
    """The only liberty of the chain of a stone; 0 if it has more."""
    found, at = 0, stone
    while True:
        for step in (1, -1, wide, -wide):
            if board[at + step] == EMPTY and at + step != found:
                if found > 0:
                    return 0
                found = at + step
        at = link[at]
        if at == stone:
            return found


def is_new(board, chain, point, turn, wide):
    """Whether the neighbour number `turn` of a point is of another chain than those before it."""
    steps = (1, -1, wide, -wide)
    own = point + steps[turn]
    for i in range(turn):
        other = point + steps[i]
        if board[other] == board[own] and chain[other] == chain[own]:
            return False
    return True


def join(chain, link, stone, other):
    """Make one chain of the chains of two stones."""
    at = other
    while chain[at] != chain[stone]:
        chain[at] = chain[stone]
        at = link[at]
    after = link[stone]
    link[stone] = link[other]
    link[other] = after


def is_eye(board, point, colour, wide):
    """Whether an empty point is an eye of a colour: its own stones are around it, not to be cut.

    At most one of the four diagonal cells may be of the other colour; none at the edge.
    """
    for step in (1, -1, wide, -wide):
        if board[point + step] != colour and board[point + step] != WALL:
            return False
    others, walls = 0, 0
    for step in (wide + 1, wide - 1, -wide + 1, -wide - 1):
        others += board[point + step] == 3 - colour
        walls += board[point + step] == WALL
    return others + (walls > 0) < 2


def lead_of_black(board, wide):
    """Black's area minus White's: stones, and the empty regions that only one colour touches."""
    lead = 0
    region, is_counted = np.empty(board.size, np.int64), np.zeros(board.size, np.bool_)
    for point in range(wide, board.size - wide):
        if board[point] == BLACK:
            lead += 1
        elif board[point] == WHITE:
            lead -= 1
        elif board[point] == EMPTY and not is_counted[point]:
            region[0], is_counted[point] = point, True
            size, i, touches_black, touches_white = 1, 0, False, False
            while i < size:
                for step in (1, -1, wide, -wide):
                    beside = region[i] + step
                    touches_black |= board[beside] == BLACK
                    touches_white |= board[beside] == WHITE
                    if board[beside] == EMPTY and not is_counted[beside]:
                        region[size], is_counted[beside] = beside, True
                        size += 1
                i += 1
            if touches_black != touches_white:
                lead += size if touches_black else -size
    return lead
