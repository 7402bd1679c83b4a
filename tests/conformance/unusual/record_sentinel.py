"""A record with a border: the last entry is a sentinel, written and read with the index -1."""

import numpy as np

import counterplay as cp

State = np.dtype([("row", np.int16, (7,)), ("turn", np.uint8)], align=True)
STEPS = np.array([1, -1])

facts = cp.Facts(title="Border", most_actions=6, longest_game=6)


def initial(out):
    out["row"][:] = 0
    out.row[-1] = 9
    out.turn = 0


def player(s):
    return s.turn


def neighbours(s, a):
    n = 0
    for i in range(len(STEPS)):
        n += s.row[a + STEPS[i]] == 1  # at -1 and 6 is the sentinel
    return n


def actions(s, moves):
    n = 0
    for a in range(6):
        if s.row[a] == 0 and neighbours(s, a) < 2:
            moves[n] = a
            n += 1
    return n


def result(s, a, out):
    for i in range(7):
        out.row[i] = s.row[i]
    out.row[a] = 1
    out.turn = 1 - s.turn


def terminal(s):
    free = 0
    for a in range(6):
        if s.row[a] == 0 and neighbours(s, a) < 2:
            free += 1
    return free == 0


def utility(s, p):
    return -1 if p == s.turn else 1


def key(s):
    k = np.uint64(0)
    for a in range(6):
        k = k * np.uint64(2) + np.uint64(s.row[a] == 1)
    return k * np.uint64(2) + np.uint64(s.turn)
