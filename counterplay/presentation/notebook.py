"""What notebooks show: a position, a game or a drawing as a board, a result with its lines too.

Importing this module is enough: it tells `core/game/display.py` how to draw.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import get_args

from counterplay.core.game import display
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.presentation.board_svg import board_svg
from counterplay.presentation.drawings import Drawing, drawing_at
from counterplay.presentation.html_table import table_html
from counterplay.presentation.shapes import last_cells, move_cells
from counterplay.presentation.words import count, ending, player_name, rate, searched, verdict

LONGEST_LINE = 16
"""The most moves of a line that are shown."""


def position_svg(position: Position, move: int | None = None) -> str:
    """The board of a position, with the last move marked, and an arrow for `move`."""
    game, s = position.game, position.state
    path = [] if move is None else move_cells(game, s, move, game.result(s, move))
    drawing = drawing_at(position)
    return board_svg(drawing, f"{game.facts.title}: {status(position)}", path, last_cells(position))


def status(position: Position) -> str:
    """Who is to move, or how the game ended."""
    if position.is_over:
        return ending(position, position.game.facts.names)
    return f"{player_name(position.game, position.turn)} to move"


def result_html(result: Result) -> str:
    """The board with the best move, and a table of the lines."""
    position = result.position
    rows = (_row(n, line) for n, line in enumerate((result, *result.alternatives), 1))
    done = ""
    if result.source.startswith("search"):
        speed = f"{count(result.nodes, 'nodes')}, {rate(result.nodes, result.seconds)}"
        done = f": {searched(result)}, {speed}"
    return (
        f"<div>{picture(position_svg(position, result.move), result.move_text)}"
        f"<p>{escape(status(position))}; {escape(result.source)} ({escape(result.method)})"
        f"{escape(done)}</p>{table_html(('', 'move', 'value', 'line'), rows)}</div>"
    )


def _row(number: int, line: Result) -> tuple[str, ...]:
    moves = line.line_text
    shown = " ".join(moves[:LONGEST_LINE]) + (" …" if len(moves) > LONGEST_LINE else "")
    return str(number), line.move_text, verdict(line), shown


def game_html(game: Game) -> str:
    """The title of a game and its board at the start."""
    start = game.position()
    board = start._repr_html_() or picture(position_svg(start), status(start))
    return f"<div><p><b>{escape(game.facts.title)}</b></p>{board}</div>"


def drawing_svg(drawing: Drawing) -> str:
    """The picture of a drawing that belongs to no position."""
    return board_svg(drawing, str(drawing))


def picture(svg: str, label: str) -> str:
    """An SVG as an image, so that its ids and styles stay its own."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(label, quote=True)}" src="data:image/svg+xml;base64,{data}">'


display.draws_svg(Position.__name__, position_svg)
display.draws_html(Result.__name__, result_html)
display.draws_html(Game.__name__, game_html)
for kind in get_args(Drawing):
    display.draws_svg(kind.__name__, drawing_svg)
