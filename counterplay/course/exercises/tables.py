"""The exercises of the fourth notebook: tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from counterplay.course.exercises.kinds import function, number, one_of
from counterplay.games import load
from counterplay.textbook import distinct_states, dynamic, retrograde
from counterplay.textbook.examples import MisereNim
from counterplay.textbook.krk import KingRookKing
from counterplay.textbook.state_graph import read_graph

GRAPH = """
start W -> left right
left  B -> start lost
right B -> trap won
trap  W -> won left
won  = W
lost = B
"""


def nim_states() -> int:
    game = MisereNim()
    return len(distinct_states(game, game.initial(), key=game.canonical))


def mark_of_start() -> list[str]:
    graph = read_graph(GRAPH)
    return [retrograde(graph, states=graph.states).mark("start").lower()]


def longest_win() -> int:
    """Return the plies of the longest win of king and rook against king on 4 by 4 squares."""
    game = KingRookKing(4, 4)
    passes = retrograde(game, states=game.states)
    return max(plies for plies in passes.distances if plies is not None)


def piles() -> Iterator[tuple[tuple[tuple[int, ...]], bool]]:
    """Yield piles of Nim, and whether the player to move wins by taking the last match."""
    for sizes in product(range(4), repeat=3):
        if not any(sizes):
            continue
        game = load("nim", piles=tuple(n for n in sizes if n), misere=False)
        yield (sizes,), dynamic(game, game.initial()).value > 0


EXERCISES = (
    number(nim_states, "States with the piles exchanged count once."),
    one_of(mark_of_start, "Go through the passes by hand: who can force what from where?"),
    number(longest_win, "`distances` of the passes has the plies of every state."),
    function(piles),
)
