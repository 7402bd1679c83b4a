"""Three players take the left or the right end of a row in turn; each gets what it has taken.

A record for a state, and a pass: for best-reply search over records.
"""

import numpy as np

from counterplay.core.game.facts import Facts

ROW = np.array([3, 9, 1, 2, 7, 7, 4, 8, 2, 5, 6, 1], np.int64)
PLAYERS = 3

State = np.dtype([("left", np.int16), ("right", np.int16), ("mover", np.int8), ("got", "i2", (3,))])

facts = Facts(
    title="Ends of a row",
    players=PLAYERS,
    total=int(ROW.sum()),
    best=int(ROW.sum()),
    scored=True,
    most_actions=2,
    longest_game=len(ROW),
    exact_key=True,
)


def initial(out):
    out.left = 0
    out.right = len(ROW)
    out.mover = 0
    out.got[:] = 0


def player(s):
    return s.mover


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = 0, 1
    return 2 if s.right - s.left > 1 else 1


def result(s, a, out):
    out.left = s.left + (1 - a)
    out.right = s.right - a
    out.got[:] = s.got
    out.got[s.mover] += ROW[s.right - 1 if a else s.left]
    out.mover = (s.mover + 1) % PLAYERS


def null(s, out):
    out.left = s.left
    out.right = s.right
    out.got[:] = s.got
    out.mover = (s.mover + 1) % PLAYERS


def terminal(s):
    return s.left == s.right


def utility(s, p):
    return s.got[p]


def key(s):
    """The ends and the mover, and what two have taken: the third has the rest."""
    ends = (np.int64(s.left) * 16 + np.int64(s.right)) * 4 + np.int64(s.mover)
    return (ends * 256 + np.int64(s.got[0])) * 256 + np.int64(s.got[1])
