"""What notebooks show: a position as its board, a result as a board with an arrow and the lines.

Importing this module is enough: it tells `core/game/display.py` how to draw.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape

from counterplay.core.game import display
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.presentation.board_svg import board_svg
from counterplay.presentation.drawings import drawing_at
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
    rows = "".join(_row(n, line) for n, line in enumerate((result, *result.alternatives), 1))
    done = ""
    if result.source.startswith("search"):
        speed = f"{count(result.nodes, 'nodes')}, {rate(result.nodes, result.seconds)}"
        done = f": {searched(result)}, {speed}"
    return (
        f"<div>{picture(position_svg(position, result.move), result.move_text)}"
        f"<p>{escape(status(position))}; {escape(result.source)} ({escape(result.method)})"
        f"{escape(done)}</p><table><thead><tr><th></th><th>move</th><th>value</th><th>line</th>"
        f"</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(number: int, line: Result) -> str:
    moves = line.line_text
    shown = " ".join(moves[:LONGEST_LINE]) + (" …" if len(moves) > LONGEST_LINE else "")
    cells = (str(number), line.move_text, verdict(line), shown)
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"


def picture(svg: str, label: str) -> str:
    """An SVG as an image, so that its ids and styles stay its own."""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(label, quote=True)}" src="data:image/svg+xml;base64,{data}">'


display.draws_svg(Position.__name__, position_svg)
display.draws_html(Result.__name__, result_html)
