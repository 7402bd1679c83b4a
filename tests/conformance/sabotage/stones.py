"""Stones: put a stone on one of six places; it moves the counter by its place. Record states."""

import numpy as np

import counterplay as cp

PLACES = 6
WORTH = np.array([1, 2, 3, 4, 5, 6], np.int64)

State = np.dtype([("stones", np.uint8, (PLACES,)), ("lead", np.int64), ("turn", np.int8)])

facts = cp.Facts(title="Stones", most_actions=PLACES, longest_game=PLACES)


def initial(out):
    out.stones[:] = 0
    out.lead = 0
    out.turn = 0


def player(s):
    return s.turn


def is_free(s, place):
    return s.stones[place] == 0


def actions(s, moves):
    n = 0
    for place in range(PLACES):
        if is_free(s, place):
            moves[n] = place
            n += 1
    return n


def result(s, a, out):
    out.stones[:] = s.stones
    out.stones[a] = s.turn + 1
    out.lead = s.lead + (WORTH[a] if s.turn == 0 else -WORTH[a])
    out.turn = 1 - s.turn


def terminal(s):
    empty = 0
    for place in range(PLACES):
        if s.stones[place] == 0:
            empty += 1
    return empty == 0


def utility(s, p):
    if s.lead == 0:
        return 0
    return 1 if (s.lead > 0) == (p == 0) else -1


def key(s):
    k = 0
    for place in range(PLACES):
        k = 3 * k + int(s.stones[place])
    return 2 * k + int(s.turn)


def show_move(s, a):
    return "abcdef"[a]
