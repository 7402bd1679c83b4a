"""The exercises of the third notebook: evaluation, cutoff, quiescence and forward pruning."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from counterplay.course.exercises.kinds import function, number
from counterplay.games import load
from counterplay.textbook import beam, hminimax, minimax
from counterplay.textbook.learned import expected_value
from counterplay.textbook.tictactoe import TicTacToe, open_lines

TRAP = """
A
  take: B eval=9
    C eval=8
      D eval=7
        E eval=-8
          -9
    C2 eval=8
      D2 eval=8
        E2 eval=8
          6
  wait: F eval=1
    G eval=1
      H eval=2
        I eval=2
          2
"""
"""A tree whose move `take` looks good until the search is deep enough."""
BEAM = [[9, 1], [5, 2], [6, 5], [7, 3]]
WORTH = {"q": 9, "r": 5, "b": 3, "n": 3, "p": 1}
PIECES = "6k1/5ppp/8/8/8/5N2/5PPP/3Q2K1", "r5k1/5ppp/8/2b5/8/8/5PPP/3Q2K1"


def expected() -> float:
    return expected_value([(0.72, 1), (0.2, 0), (0.08, 0.5)])


def material() -> int:
    """Return the material of White minus that of Black in the second position."""
    placed = PIECES[1]
    mine = sum(WORTH.get(piece.lower(), 0) for piece in placed if piece.isupper())
    theirs = sum(WORTH.get(piece, 0) for piece in placed if piece.islower())
    return mine - theirs


def deep_enough() -> int:
    """Return the smallest depth at which the search does not fall into the trap."""
    game = load("tree", tree=TRAP)
    best = minimax(game, game.initial()).move

    def evaluate(s: object, p: int) -> float:
        return float(game.evaluate_for(s, p))

    found = (hminimax(game, game.initial(), depth=d, evaluate=evaluate).move for d in range(1, 9))
    return next(d for d, move in enumerate(found, 1) if move == best)


def boards() -> Iterator[tuple[tuple[str], int]]:
    """Yield boards of tic-tac-toe with 3 X2 + X1 - (3 O2 + O1)."""
    random, game = Random(3), TicTacToe()
    for _ in range(150):
        s = game.initial()
        for _ in range(random.randint(0, 6)):
            if not game.terminal(s):
                s = game.result(s, random.choice(game.actions(s)))
        _, x1, x2, o1, o2 = open_lines(s, 0)
        yield (s,), 3 * x2 + x1 - (3 * o2 + o1)


def wide_enough() -> int:
    """Return the smallest width at which a beam search still finds the value of the tree."""
    game = load("tree", tree=BEAM)
    value = minimax(game, game.initial()).value
    start = game.initial()

    def by_first_leaf(s: object, p: int) -> float:
        """An evaluation: the first leaf below a node."""
        while not game.terminal(s):
            s = game.result(s, game.actions(s)[0])
        return float(game.utility(s, p))

    widths = range(1, len(BEAM) + 1)
    return next(
        w for w in widths if beam(game, start, width=w, evaluate=by_first_leaf).value == value
    )


EXERCISES = (
    number(expected, "Add up probability times payoff."),
    number(material, "Kings do not count."),
    function(boards),
    number(deep_enough, "Try depth 1, 2, 3, … and look at the move."),
    number(wide_enough, "Try the widths in turn."),
)
