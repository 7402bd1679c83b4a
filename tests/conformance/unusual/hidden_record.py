"""Hidden cards in a record: three of six cards each, played one by one; the higher card scores."""

import numpy as np

import counterplay as cp

CARDS = 6
State = np.dtype(
    [("owner", np.int8, (CARDS,)), ("dealt", np.int8), ("lead", np.int8), ("points", np.int8)]
)

facts = cp.Facts(
    title="High card",
    most_actions=3,
    longest_game=12,
    best=3,
    scored=True,
    chance=True,
    most_outcomes=CARDS,
    hidden=True,
)


def initial(out):
    out.owner[:] = -1
    out.dealt = 0
    out.lead = -1
    out.points = 0


def remaining_cards(s):
    n = 0
    for card in range(CARDS):
        if s.owner[card] >= 0 and s.owner[card] < 2:
            n += 1
    return n


def player(s):
    if s.dealt < CARDS:
        return cp.CHANCE
    return 0 if s.lead < 0 else 1


def chance(s, outcomes, probabilities):
    n = 0
    for card in range(CARDS):
        if s.owner[card] < 0:
            outcomes[n] = card
            n += 1
    for i in range(n):
        probabilities[i] = 1 / n
    return n


def actions(s, moves):
    n = 0
    for card in range(CARDS):
        if s.owner[card] == player(s):
            moves[n] = card
            n += 1
    return n


def result(s, a, out):
    out.owner[:] = s.owner
    out.dealt = s.dealt
    out.lead = s.lead
    out.points = s.points
    if s.dealt < CARDS:
        out.owner[a] = s.dealt % 2
        out.dealt = s.dealt + 1
        return
    out.owner[a] = 2
    if s.lead < 0:
        out.lead = a
    else:
        out.points = s.points + (1 if s.lead > a else -1)
        out.lead = -1


def terminal(s):
    return s.dealt == CARDS and remaining_cards(s) == 0


def utility(s, p):
    return int(s.points) if p == 0 else -int(s.points)


def key(s):
    k = 0
    for card in range(CARDS):
        k = 4 * k + int(s.owner[card]) + 1
    return ((k * 8 + int(s.dealt)) * 8 + int(s.lead) + 1) * 8 + int(s.points) + 3


def information(s, p):
    k = 0
    for card in range(CARDS):
        k = 3 * k + (2 if s.owner[card] == 2 else 1 if s.owner[card] == p else 0)
    return ((k * 8 + int(s.dealt)) * 8 + int(s.lead) + 1) * 8 + int(s.points) + 3


def board(s, p):
    own = [str(c) for c in range(CARDS) if p is None or s.owner[c] == p]
    return f"{' '.join(own)} | {s.lead} | {s.points}"
