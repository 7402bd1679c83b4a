"""Figure 5.1: a part of the game tree of tic-tac-toe, with its boards."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.experiments.figures.canvas import FAINT, GREY, INK, Canvas, Point
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.textbook.tictactoe import TicTacToe

CELL, GAP, LEFT, TOP, LEVEL = 20.0, 26.0, 170.0, 74.0, 122.0
SIDE = 3 * CELL
SHOWN = 3
"""The replies that are drawn in the third and fourth row."""

ENDS = ("XOX.OX.O.", "XOXOOXXXO", "XOXOXOX..")
"""Three ends of the game: O has won, nobody, X has won."""


@dataclass(frozen=True)
class Ply:
    """The tree after so many moves: its nodes, those that end the game, and distinct boards."""

    ply: int
    nodes: int
    ends: int
    boards: int


@dataclass(frozen=True)
class Data:
    plies: tuple[Ply, ...]


def measure(quick: bool, watch: Watch) -> Data:
    game, plies = TicTacToe(), []
    here = {game.initial(): 1}
    for ply in range(10):
        over = {s: n for s, n in here.items() if game.terminal(s)}
        plies.append(Ply(ply, sum(here.values()), sum(over.values()), len(here)))
        after: dict[str, int] = {}
        for s, n in here.items():
            for move in () if s in over else game.actions(s):
                below = game.result(s, move)
                after[below] = after.get(below, 0) + n
        here = after
        watch((ply + 1) / 10)
    return Data(tuple(plies))


def caption(data: Data) -> str:
    nodes, ends = sum(p.nodes for p in data.plies), sum(p.ends for p in data.plies)
    return (
        f"The whole tree has {nodes:,} nodes, of which {ends:,} are terminal, fewer than "
        f"9! = 362,880 (textbook 50); there are {sum(p.boards for p in data.plies):,} distinct "
        f"boards. MAX plays X and moves first, and MIN plays O. The numbers below the last row are "
        f"the utilities for MAX."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple((p.ply, p.nodes, p.ends, p.boards) for p in data.plies)
    headings = ("moves", "nodes of the tree", "terminal", "distinct boards")
    return [Table("game_tree", "The game tree of tic-tac-toe", headings, rows)]


def pictures(data: Data) -> dict[str, str]:
    return {"game_tree.svg": picture()}


def picture() -> str:
    """Return the tree: the first move, all nine replies, then some boards, then three ends."""
    game = TicTacToe()
    canvas = Canvas("A part of the game tree of tic-tac-toe")
    canvas.words((24, 38), canvas.title, 22, bold=True)
    row = [LEFT + i * (SIDE + GAP) for i in range(9)]
    middle = (row[0] + row[-1]) / 2
    first = game.initial()
    second = [game.result(first, move) for move in game.actions(first)]
    third = [game.result(second[0], move) for move in game.actions(second[0])[:SHOWN]]
    fourth = [game.result(third[0], move) for move in game.actions(third[0])[:SHOWN]]
    rows = [[first], second, third, fourth]
    lefts = [[middle], row, row[:SHOWN], row[:SHOWN]]
    for depth, (boards, xs) in enumerate(zip(rows, lefts, strict=True)):
        y = TOP + depth * LEVEL
        if depth:
            for x in xs:
                above = lefts[depth - 1][0] + SIDE / 2, y - LEVEL + SIDE + 5
                canvas.line(above, (x + SIDE / 2, y - 5))
        for board, x in zip(boards, xs, strict=True):
            draw_board(canvas, board, (x, y))
        canvas.words((24, y + SIDE / 2 + 5), ("MAX (X)", "MIN (O)")[depth % 2], 16, bold=True)
        if depth > 1:
            canvas.words((xs[-1] + SIDE + 14, y + SIDE / 2 + 5), "…", 22)
    _ends(canvas, row, TOP + 4 * LEVEL + 26)
    return canvas.svg()


def _ends(canvas: Canvas, row: list[float], y: float) -> None:
    """Draw the last row: ends of the game with their utilities."""
    game = TicTacToe()
    for x in row[:SHOWN]:
        canvas.words((x + SIDE / 2, y - 40), "…", 22, "middle", GREY)
    canvas.words((24, y + SIDE / 2 + 5), "TERMINAL", 16, bold=True)
    canvas.words((24, y + SIDE + 28), "Utility", 16, bold=True)
    for board, x in zip(ENDS, row, strict=False):
        draw_board(canvas, board, (x, y))
        value = f"{game.utility(board, 0):+g}".replace("-", "−").replace("+0", "0")
        canvas.words((x + SIDE / 2, y + SIDE + 28), value, 18, "middle", bold=True)
    canvas.words((row[SHOWN - 1] + SIDE + 14, y + SIDE / 2 + 5), "…", 22)


def draw_board(canvas: Canvas, board: str, corner: Point, cell: float = CELL) -> None:
    """Draw a board: a string of nine squares from the upper left on."""
    x, y = corner
    side = 3 * cell
    canvas.rectangle(corner, (side, side), colour=FAINT, width=1)
    for i in (1, 2):
        canvas.line((x + i * cell, y), (x + i * cell, y + side), INK, 1.4)
        canvas.line((x, y + i * cell), (x + side, y + i * cell), INK, 1.4)
    for square, mark in enumerate(board):
        a, b = x + (square % 3 + 0.5) * cell, y + (square // 3 + 0.5) * cell
        r = 0.29 * cell
        if mark == "X":
            canvas.line((a - r, b - r), (a + r, b + r), "#0072B2", 2.6)
            canvas.line((a - r, b + r), (a + r, b - r), "#0072B2", 2.6)
        elif mark == "O":
            canvas.circle((a, b), r, "none", "#D55E00", 2.6)


CLAIM = Claim(
    name="game_tree",
    title="A part of the game tree of tic-tac-toe",
    text="The initial state, the moves and their results define the game tree. The top node is the "
    "initial state; the leaves are terminal states, with their utilities (textbook, figure 5.1, "
    "line 53).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
