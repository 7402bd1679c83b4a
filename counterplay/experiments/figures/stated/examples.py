"""Numbers of the small examples: tic-tac-toe, the two-ply tree, Nim, and a category of states."""

from __future__ import annotations

from math import factorial

from counterplay.experiments.figures.stated.number import Number
from counterplay.games import load
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.dynamic import distinct_states
from counterplay.textbook.examples import TWO_PLY, MisereNim
from counterplay.textbook.learned import expected_value
from counterplay.textbook.minimax import minimax
from counterplay.textbook.tictactoe import TicTacToe, count_games


def numbers() -> list[Number]:
    board = TicTacToe()
    games = count_games(board, board.initial())
    tree = load("tree", tree=TWO_PLY.tree)
    reordered = load("tree", tree=[*TWO_PLY.tree[:2], TWO_PLY.tree[2][::-1]])
    whole, cut, better = (
        search(game, game.initial())
        for search, game in ((minimax, tree), (alphabeta, tree), (alphabeta, reordered))
    )
    leaves = [leaf for node in TWO_PLY.tree for leaf in node]
    piles = [(mover, (a, b)) for mover in (0, 1) for a in range(3) for b in range(3)]
    nim = MisereNim()
    reachable = distinct_states(nim, nim.initial())
    return [
        Number("tic-tac-toe", "first moves", "textbook", 46, "nine",
               str(len(board.actions(board.initial()))), "worked out", "the rules"),
        Number("tic-tac-toe", "terminal nodes", "textbook", 50, "fewer than 9! = 362,880",
               f"{games:,}", "worked out",
               f"all games, of at most 9! = {factorial(9):,} orders of the squares"),
        Number("two-ply tree", "value of the root", "textbook", 74, "3", f"{whole.value:g}",
               "worked out", "counterplay trace tree"),
        Number("two-ply tree", "utilities", "textbook", 68, "from 2 to 14",
               f"from {min(leaves)} to {max(leaves)}", "worked out", "the leaves"),
        Number("two-ply tree", "leaves never evaluated", "textbook", 122, "two",
               str(whole.evaluated - cut.evaluated), "worked out", "alpha-beta, 7 of 9 leaves"),
        Number("two-ply tree", "pruned if D's third successor is first", "textbook", 154,
               "the other two", str(cut.evaluated - better.evaluated), "worked out",
               f"alpha-beta, {better.evaluated} of 9 leaves"),
        Number("Nim 2, 2", "states", "slides", 60, "18", str(len(piles)), "worked out",
               f"all piles and both players; {len(reachable)} are reachable"),
        Number("Nim 2, 2", "states with symmetry", "slides", 77, "12",
               str(len({nim.canonical(s) for s in piles})), "worked out",
               f"piles in order; {len({nim.canonical(s) for s in reachable})} are reachable"),
        Number("evaluation", "72 % wins, 20 % losses, 8 % draws", "textbook", 220, "0.76",
               f"{expected_value(((0.72, 1), (0.20, 0), (0.08, 0.5))):.2f}", "worked out",
               "0.72·1 + 0.20·0 + 0.08·½"),
        Number("Go", "legal moves", "lesson", 255, "b > 300", str(19 * 19), "worked out",
               "the points of the empty board"),
    ]  # fmt: skip
