"""A game tree is often a graph: positions that several lines of play reach (article, figure 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from counterplay.experiments.figures.canvas import BLUE_FILL, GREY, ORANGE_FILL, Canvas, Point
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.textbook.dynamic import distinct_states
from counterplay.textbook.examples import MisereNim
from counterplay.textbook.tictactoe import TicTacToe

WIDE, HIGH, HALF_WIDTH, HALF_HEIGHT = 150.0, 104.0, 40.0, 19.0


@dataclass(frozen=True)
class Size:
    """A game as a tree and as a graph; `symmetric` counts boards that look alike once, or is 0."""

    game: str
    nodes: int
    states: int
    symmetric: int


@dataclass(frozen=True)
class Data:
    sizes: tuple[Size, ...]


def tree_nodes(game: Any, state: Any) -> int:
    """Count the nodes of the game tree below a state and the state itself."""
    known: dict[Any, int] = {}

    def count(s: Any) -> int:
        if s not in known:
            below = () if game.terminal(s) else game.actions(s)
            known[s] = 1 + sum(count(game.result(s, move)) for move in below)
        return known[s]

    return count(state)


def symmetric_board(board: str) -> str:
    """Return the least of the eight boards that look alike."""
    boards, turned = [], board
    for _ in range(4):
        turned = "".join(turned[3 * (2 - i % 3) + i // 3] for i in range(9))
        boards += [turned, "".join(turned[r : r + 3][::-1] for r in (0, 3, 6))]
    return min(boards)


def measure(quick: bool, watch: Watch) -> Data:
    nim, board = MisereNim(), TicTacToe()
    cases: tuple[tuple[str, Any, Callable[[Any], Any]], ...] = (
        ("Nim 2, 2", nim, nim.canonical),
        ("tic-tac-toe", board, symmetric_board),
    )
    sizes = []
    for number, (name, game, canonical) in enumerate(cases, 1):
        states = distinct_states(game, game.initial())
        alike = len({canonical(s) for s in states})
        sizes.append(Size(name, tree_nodes(game, game.initial()), len(states), alike))
        watch(number / len(cases))
    return Data(tuple(sizes))


def caption(data: Data) -> str:
    nim, board = data.sizes
    return (
        f"Nim with two piles of two, the last match loses: its tree has {nim.nodes} nodes, but "
        f"only {nim.states} positions, {nim.symmetric} if the order of the piles does not matter. "
        f"Tic-tac-toe has {board.nodes:,} nodes, {board.states:,} positions, and "
        f"{board.symmetric:,} that look different. A transposition table searches each once."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple((s.game, s.nodes, s.states, s.symmetric) for s in data.sizes)
    headings = ("game", "nodes of the tree", "positions", "without symmetric ones")
    return [Table("game_graph", "Games as trees and as graphs", headings, rows)]


def pictures(data: Data) -> dict[str, str]:
    return {"game_graph.svg": picture(data.sizes[0])}


def picture(size: Size) -> str:
    """Return the graph of Nim: each position once, below those that lead to it."""
    game = MisereNim()
    canvas = Canvas("The game graph of Nim with two piles of two")
    canvas.words((24, 38), canvas.title, 22, bold=True)
    rows = layers(game)
    widest = max(map(len, rows))
    places: dict[Any, Point] = {}
    for depth, row in enumerate(rows):
        left = 24 + HALF_WIDTH + (widest - len(row)) * WIDE / 2
        for i, s in enumerate(row):
            places[s] = left + i * WIDE, 90 + depth * HIGH
    for s in places:
        for move in () if game.terminal(s) else game.actions(s):
            corners = way(places[s], places[game.result(s, move)], list(places.values()))
            for a, b in pairwise(corners):
                canvas.line(a, b, GREY)
    for s, (x, y) in places.items():
        fill = BLUE_FILL if game.player(s) == 0 else ORANGE_FILL
        corner, whole = (x - HALF_WIDTH, y - HALF_HEIGHT), (2 * HALF_WIDTH, 2 * HALF_HEIGHT)
        canvas.rectangle(corner, whole, fill, round_=9 if game.player(s) else 0)
        canvas.words((x, y + 5), f"{'AB'[s[0]]} ({s[1][0]}, {s[1][1]})", 15, "middle")
    note = f"A or B is to move, with these piles. {size.nodes} nodes as a tree, {size.states} as a"
    canvas.paragraph((24, canvas.bottom + 38), f"{note} graph.", canvas.right - 24, 15)
    return canvas.svg()


def way(start: Point, end: Point, places: list[Point]) -> list[Point]:
    """Return the corners of an edge. In the rows between, it goes through a gap."""
    (x, y), (a, b) = start, end
    corners = [(x, y + HALF_HEIGHT)]
    for row in sorted({place[1] for place in places if y < place[1] < b}):
        straight = x + (a - x) * (row - y) / (b - y)
        taken = sorted(place[0] for place in places if place[1] == row)
        gaps = [taken[0] - WIDE / 2, *(other + WIDE / 2 for other in taken)]
        gap = min(gaps, key=lambda g: (abs(g - straight), abs(g - x)))
        corners += [(gap, row - HALF_HEIGHT), (gap, row + HALF_HEIGHT)]
    return [*corners, (a, b - HALF_HEIGHT)]


def layers(game: MisereNim) -> list[list[Any]]:
    """Return the positions in rows, each below all that lead to it."""
    row_of: dict[Any, int] = {}

    def place(s: Any, row: int) -> None:
        if row_of.get(s, -1) < row:
            row_of[s] = row
            for move in () if game.terminal(s) else game.actions(s):
                place(game.result(s, move), row + 1)

    place(game.initial(), 0)
    rows: list[list[Any]] = [[] for _ in range(max(row_of.values()) + 1)]
    for s in sorted(row_of, key=lambda s: (row_of[s], s[1][0] - s[1][1])):
        rows[row_of[s]].append(s)
    return rows


CLAIM = Claim(
    name="game_graph",
    title="Most game trees are graphs",
    text="The term game tree is a misnomer: most games are graphs, because different moves lead to "
    "the same position (article 128, figure 4; textbook 192).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
