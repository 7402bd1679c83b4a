"""Nim: take any number of objects from one pile.

The player who takes the last object wins, or loses under misère rules (the default, as most people
play it). Bouton (1901) proved who wins: in the normal game, the player to move loses if and only if
the exclusive or of the piles is zero.

Piles are bytes of one word, the first pile in the lowest byte. A move is a pile and a number of
objects, written `2-3`: three from the second pile. A position is written `1,3,5,7`, followed by
`second` if the second player is to move.
"""

from typing import NamedTuple

import numpy as np

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts, parameter
from counterplay.presentation.drawings import Grid

PILES = parameter("piles", (1, 3, 5, 7), 0, 100, "objects in each pile")
MISERE = parameter("misere", True, about="the player who takes the last object loses")

if not 1 <= len(PILES) <= 8:
    raise InputError(f"piles={PILES}: there must be one to eight piles, not {len(PILES)}")

COUNT = len(PILES)
BYTE = np.uint64(8)
START = np.uint64(sum(size << (8 * i) for i, size in enumerate(PILES)))

facts = Facts(
    title="Nim",
    names=("first", "second"),
    most_actions=max(sum(PILES), 1),
    longest_game=max(sum(PILES), 1),
)
DISTINCT_ACTIONS = 256 * COUNT


class State(NamedTuple):
    piles: np.uint64
    mover: int


def initial():
    return State(START, 0)


def player(s):
    return s.mover


def pile(s, i):
    return np.int64((s.piles >> (np.uint64(i) * BYTE)) & np.uint64(255))


def actions(s, moves):
    n = 0
    for i in range(COUNT):
        for take in range(1, pile(s, i) + 1):
            moves[n] = i * 256 + take
            n += 1
    return n


def result(s, a):
    taken = np.uint64(a % 256) << (np.uint64(a // 256) * BYTE)
    return State(s.piles - taken, 1 - s.mover)


def terminal(s):
    return s.piles == np.uint64(0)


def utility(s, p):
    """The last object is gone: it was taken by the player who is not to move."""
    took_last = p != s.mover
    return 1 if took_last != MISERE else -1


def show_move(s, a):
    return f"{a // 256 + 1}-{a % 256}"


def show_position(s):
    sizes = ",".join(str(int(pile(s, i))) for i in range(COUNT))
    return sizes + (" second" if s.mover else "")


def parse_position(text):
    sizes, _, mover = text.partition(" ")
    words = sizes.split(",")
    if len(words) != COUNT or not all(w.strip().isdecimal() for w in words):
        raise ValueError(f"expected {COUNT} piles, as in {show_position(initial())}")
    if mover not in ("", *facts.names):
        raise ValueError(f"expected first or second after the piles, not {mover!r}")
    larger = [w for w, most in zip(words, PILES, strict=True) if int(w) > most]
    if larger:
        raise ValueError(f"a pile of {larger[0]} is more than the game starts with")
    piles = sum(int(w) << (8 * i) for i, w in enumerate(words))
    return State(np.uint64(piles), int(mover == "second"))


def board(s):
    sizes = [int(pile(s, i)) for i in range(COUNT)]
    most = max(1, *PILES)
    return Grid(
        ["|" * size + "." * (most - size) for size in sizes],
        columns=[""] * most,
        numbers=[f"pile {i + 1}" for i in range(COUNT)],
        # A click on a stick takes it and all sticks to its right.
        names=[
            f"{i + 1}-{n - c}" if c < n else "" for i, n in enumerate(sizes) for c in range(most)
        ],
        looks={"|": "stick yellow"},
        ground="bare",
        text="\n".join(f"pile {i + 1}: {'| ' * n}({n})" for i, n in enumerate(sizes)),
    )
