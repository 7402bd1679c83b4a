"""A board as a standalone SVG picture, for notebooks.

It has no style sheet, which would change the rest of a notebook: every shape has its own colours,
those of the page in daylight. The page draws the same boards, but they can be clicked
(`web/static/board-drawing.js`); both draw pieces from `pieces.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from math import hypot
from typing import Any

from counterplay.presentation.drawings import Drawing
from counterplay.presentation.shapes import board_json

PIECE_SHAPES: dict[str, list[tuple[str, str, dict[str, Any]]]] = json.loads(
    files(__package__).joinpath("pieces.json").read_text("utf-8")
)
"""The parts of each kind of piece: tag, style and attributes, in a box of 45 by 45 units."""

BOX = 45
EDGE, MARGIN, WIDE_MARGIN = 0.04, 0.34, 1.2
"""Space around the board: none, for the names of rows and columns, for headings of hands."""
SQUARE, WIDEST = 46, 480
"""The size of a square in pixels, unless the board would be wider than this."""

PAGE = {
    "paper": "#fbfaf7", "card": "#ffffff", "ink": "#1c2430", "soft": "#556070",
    "accent": "#17609c", "square": "#efe7d6", "dark-square": "#a9bfa0", "felt": "#308258",
    "well": "#2f5fa8", "board-line": "#8a8577", "white-piece": "#fffdf7",
    "black-piece": "#202329", "last": "#e9dc8f", "touch": "#f2c84b", "bad": "#a4261b",
    "wood": "#7b4f31",
    "dark-wood": "#5c3921", "on-wood": "#f6e6cd", "table": "#2f6b5b", "light-triangle": "#e6d3a7",
    "dark-triangle": "#b5573c", "go-board": "#e2bd7b", "go-line": "#5d482a",
}  # fmt: skip
"""The colours of the page, as in `web/static/style.css`."""

BODY = {
    "white": (PAGE["white-piece"], "#1b1d21"), "black": (PAGE["black-piece"], "#0d0e10"),
    "red": ("#d8432f", "#7d1d11"), "yellow": ("#f1c232", "#8a6a00"),
    "blue": ("#2d6cb5", "#143a66"), "green": ("#2f8f5b", "#124a2c"),
}  # fmt: skip
"""The fill and the outline of a piece."""
DETAIL = {"white": "#55585e", "black": "#c9c6bd", "red": "#ffffff", "yellow": "#ffffff"}

SHAPES = {
    "wood": "wood", "table": "table", "bar": "dark-wood", "well": "dark-wood",
    "triangle light": "light-triangle", "triangle dark": "dark-triangle",
}  # fmt: skip
"""The colours of the shapes of a board with stacks."""

FULL = {
    "wells": (PAGE["well"], 1), "points": (PAGE["square"], 0.55), "crossings": (PAGE["go-board"], 1)
}  # fmt: skip
"""The colour and opacity of grounds that are one rectangle."""

LABEL = 20
MARKED = 0.5
"""How strong the colour of a marked cell is."""
"""The size of a label on a piece."""

Cell = dict[str, Any]


def board_svg(
    drawing: Drawing | str, label: str, path: Sequence[int] = (), last: Sequence[int] = ()
) -> str:
    """The picture of a board. `path` are the cells of a move to point at, `last` those of the move
    before; `label` describes the picture to people who cannot see it."""
    board = board_json(drawing)
    if "text" in board:
        return text_svg(board["text"], label)
    left, above, below = _margins(board)
    width, height = board["width"] + left + EDGE, board["height"] + above + below + board["tray"]
    notes = board["notes"]
    foot = 0.5 if notes else 0.0
    scale = min(SQUARE, WIDEST / width)
    cells, faint = board["cells"], 0.2 if board["kind"] == "stacks" else 0.6
    parts = [
        *_ground(board),
        *(_mark(cells[i], PAGE["last"], faint) for i in last if i < len(cells)),
        *(_mark(cell, PAGE["bad"], MARKED) for cell in cells if cell.get("marked")),
        *(
            _piece(piece)
            for cell in cells
            for piece in cell.get("pieces", [cell])
            if "piece" in piece
        ),
        *_names(board, left, above),
        *_pointer([cells[i] for i in path if i < len(cells)], board["ground"]),
        *(_die(die, board["height"] + below if board["tray"] else 0) for die in board["dice"]),
        *_cube(board.get("cube")),
    ]
    if notes:
        at = board["height"] + below + board["tray"] + foot / 2
        parts.append(_text(board["width"] / 2, at, 0.26, PAGE["soft"], notes))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width * scale:.0f}" '
        f'height="{(height + foot) * scale:.0f}" '
        f'viewBox="{-left:g} {-above:g} {width:g} {height + foot:g}" font-family="sans-serif">'
        f"<title>{escape(label)}</title>"
        f'<rect x="{-left:g}" y="{-above:g}" width="{width:g}" height="{height + foot:g}" '
        f'fill="{PAGE["paper"]}"/>{"".join(parts)}</svg>'
    )


def text_svg(text: str, label: str) -> str:
    """The picture of a board that is a text."""
    lines = text.split("\n")
    width, height = 9 * max(map(len, lines)) + 24, 20 * len(lines) + 16
    shown = "".join(
        f'<text x="12" y="{20 * n + 22}" xml:space="preserve" fill="{PAGE["ink"]}">'
        f"{escape(line)}</text>"
        for n, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'font-family="monospace" font-size="15"><title>{escape(label)}</title>'
        f'<rect width="{width}" height="{height}" fill="{PAGE["paper"]}"/>{shown}</svg>'
    )


def _margins(board: dict[str, Any]) -> tuple[float, float, float]:
    """The space on the left, above and below."""
    rows, columns = ([one["text"] for one in board[name]] for name in ("rows", "columns"))
    is_wide = board["kind"] == "cards" or (any(rows) and len(rows[0]) > 2)
    left = WIDE_MARGIN if is_wide else MARGIN if any(rows) else EDGE
    above = MARGIN if any(columns) and board["above"] else EDGE
    below = MARGIN if any(columns) and not board["above"] else EDGE
    return left, above, below


def _ground(board: dict[str, Any]) -> Iterator[str]:
    """What is below the pieces: squares or holes, lines and points."""
    ground, size = board["ground"], f'width="{board["width"]:g}" height="{board["height"]:g}"'
    if ground in FULL:
        fill, opacity = FULL[ground]
        yield f'<rect {size} rx="{0.2 if ground == "wells" else 0}" fill="{fill}" ' + (
            f'opacity="{opacity}"/>'
        )
    for cell in board["cells"]:
        if ground == "wells":
            yield _circle(cell, 0.41, f'fill="{PAGE["paper"]}"')
        elif ground in ("plain", "felt"):
            fill, line = (PAGE["felt"], "#123524") if ground == "felt" else (
                PAGE["card"], PAGE["board-line"]
            )  # fmt: skip
            yield _rect(cell, 0, f'fill="{fill}" stroke="{line}" stroke-width="0.03"')
        elif ground == "chequered":
            yield _rect(cell, 0, f'fill="{PAGE["dark-square" if cell["dark"] else "square"]}"')
    for shape in board.get("shapes", ()):
        corners = " ".join(f"{x:g},{y:g}" for x, y in shape["points"])
        yield f'<polygon points="{corners}" fill="{PAGE[SHAPES[shape["look"]]]}"/>'
    for label in board.get("labels", ()):
        yield _text(label["x"], label["y"], 0.34, PAGE["on-wood"], label["text"])
    line = "go-line" if ground == "crossings" else "board-line"
    for x1, y1, x2, y2 in board["lines"]:
        yield (
            f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" '
            f'stroke="{PAGE[line]}" stroke-width="{0.03 if ground == "crossings" else 0.05}"/>'
        )
    if ground == "points":
        for cell in board["cells"]:
            yield _circle(cell, 0.09, f'fill="{PAGE["board-line"]}"')
    for cell in board["cells"]:
        if cell.get("star"):
            yield _circle(cell, 0.08, f'fill="{PAGE["go-line"]}"')


def _names(board: dict[str, Any], left: float, above: float) -> Iterator[str]:
    """The names of the columns and rows."""
    size = min(MARGIN * 0.6, 0.035 * max(board["width"], board["height"]) + 0.04)
    y = -above / 2 if board["above"] else board["height"] + MARGIN / 2
    for column in board["columns"]:
        yield _text(column["x"], y, size, PAGE["soft"], column["text"])
    wide = 0.24 if left == WIDE_MARGIN else size
    for row in board["rows"]:
        yield _text(-left / 2, row["y"], wide, PAGE["soft"], row["text"])


def _piece(cell: Cell) -> str:
    """The piece on a cell. One without a kind is drawn as text."""
    kind, colour, piece = cell.get("kind", ""), cell.get("colour", "black"), cell["piece"]
    if kind == "card":
        fill = PAGE["accent"] if piece == "?" else "#fffdf7"
        card = _rect(cell, 0.02, f'rx="0.08" fill="{fill}" stroke="#333" stroke-width="0.02"')
        ink = "#b3261e" if colour == "red" else "#1b1d21"
        return card if piece == "?" else card + _text(*_middle(cell), 0.34, ink, piece)
    if kind == "dot":
        return _circle(cell, cell["w"] / 2, f'fill="{PAGE["ink"]}"')
    if kind == "slab":
        fill, _ = BODY[colour]
        return _rect(cell, 0.02, f'rx="0.06" fill="{fill}" stroke="#8b929c" stroke-width="0.03"')
    if kind in ("edge", "box"):
        opacity = ' opacity="0.25"' if kind == "box" else ""
        inset = 0.08 if kind == "box" else 0.02
        is_coloured = kind == "box" and colour in ("red", "yellow", "green")
        fill = BODY[colour][0] if is_coloured else PAGE["accent"]
        return _rect(cell, inset, f'rx="0.06" fill="{fill}"{opacity}')
    size = min(cell["w"], cell["h"])
    left, top = cell["x"] + (cell["w"] - size) / 2, cell["y"] + (cell["h"] - size) / 2
    parts = [_part(kind, colour, *part) for part in PIECE_SHAPES.get(kind, ())]
    if not parts:
        parts = [_text(22.5, 23.5, max(10, 35 - 5 * len(piece)), PAGE["ink"], piece)]
    elif cell.get("label"):
        parts.append(_text(22.5, 23, LABEL, ink_on(colour), cell["label"]))
    place = f"translate({left:g} {top:g}) scale({size / BOX:g})"
    return f'<g transform="{place}">{"".join(parts)}</g>'


def _part(kind: str, colour: str, tag: str, style: str, attributes: dict[str, Any]) -> str:
    """One part of a piece, with the colours of its style."""
    fill, outline = BODY.get(colour, BODY["black"])
    faint = ' opacity="0.45"' if kind in ("disc", "crown") else ""
    looks = {
        "body": f'fill="{fill}" stroke="{outline}" stroke-width="1.5" stroke-linejoin="round"',
        "detail": f'fill="none" stroke="{DETAIL.get(colour, outline)}" stroke-width="1.4" '
        f'stroke-linecap="round"{faint}',
        "stroke": f'fill="none" stroke="{fill}" stroke-width="6" stroke-linecap="round"',
        "crowned": 'fill="#e8b53a" stroke="#6d4c00" stroke-width="1"',
    }[style]
    shape = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f"<{tag} {shape} {looks}/>"


def _die(die: dict[str, Any], top: float) -> str:
    """A die in the tray, which begins at `top`."""
    size, number, ink = die["size"], die["number"], ink_on(die["colour"])
    fill, outline = BODY[die["colour"]]
    body = (
        f'<rect width="{BOX}" height="{BOX}" rx="9" fill="{fill}" stroke="{outline}" '
        'stroke-width="1.5"/>'
    )
    face = "".join(
        f'<circle cx="{11.5 + 11 * x}" cy="{11.5 + 11 * y}" r="4" fill="{ink}"/>'
        for x, y in die["pips"]
    )
    if not face:
        face = _text(22.5, 23.5, LABEL, ink, str(number or "?"))
    faint = ' opacity="0.35"' if die["used"] or not number else ""
    place = f"translate({die['x']:g} {top + die['y']:g}) scale({size / BOX:g})"
    return f'<g class="die" transform="{place}"{faint}>{body}{face}</g>'


def _cube(cube: Cell | None) -> Iterator[str]:
    """The doubling cube."""
    if cube:
        looks = 'rx="0.16" fill="#fbf4e2" stroke="#2a2118" stroke-width="0.04"'
        yield _rect(cube, 0, looks)
        size = 0.44 if cube["number"] > 9 else 0.54
        yield _text(*_middle(cube), size, "#2a2118", str(cube["number"]))


def ink_on(colour: str) -> str:
    """The colour of what is written on a piece or a die."""
    return "#1b1d21" if colour in ("white", "yellow") else "#ffffff"


def _pointer(cells: Sequence[Cell], ground: str) -> Iterator[str]:
    """An arrow along the cells of a move, or a frame around its only cell."""
    if len(cells) == 1:
        colour = PAGE["touch" if ground in ("wells", "felt") else "accent"]
        ring = f'fill="{colour}" fill-opacity="0.25" stroke="{colour}"'
        yield _rect(cells[0], 0.05, f'rx="0.1" {ring} stroke-width="0.09"')
    if ground == "stacks":  # each step is a pair of cells
        for before, after in zip(cells[::2], cells[1::2], strict=False):
            yield _arrow((before["pieces"] or [before["slot"]])[-1], after["slot"])
        return
    for before, after in pairwise(cells):
        yield _arrow(before, after)


def _arrow(before: Cell, after: Cell) -> str:
    (x1, y1), (x2, y2) = _middle(before), _middle(after)
    length = hypot(x2 - x1, y2 - y1) or 1
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    x3, y3 = x2 - 0.28 * dx, y2 - 0.28 * dy
    sides = [(x2, y2), (x3 - 0.17 * dy, y3 + 0.17 * dx), (x3 + 0.17 * dy, y3 - 0.17 * dx)]
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in sides)
    colour = PAGE["accent"]
    return (
        f'<g opacity="0.8"><line x1="{x1:g}" y1="{y1:g}" x2="{x3:.3f}" y2="{y3:.3f}" '
        f'stroke="{colour}" stroke-width="0.13" stroke-linecap="round"/>'
        f'<polygon points="{points}" fill="{colour}"/></g>'
    )


def _mark(cell: Cell, colour: str, opacity: float) -> str:
    return _rect(cell, 0, f'fill="{colour}" fill-opacity="{opacity}"')


def _rect(cell: Cell, inset: float, looks: str) -> str:
    width, height = cell["w"] - 2 * inset, cell["h"] - 2 * inset
    return (
        f'<rect x="{cell["x"] + inset:g}" y="{cell["y"] + inset:g}" width="{width:g}" '
        f'height="{height:g}" {looks}/>'
    )


def _circle(cell: Cell, r: float, looks: str) -> str:
    x, y = _middle(cell)
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" {looks}/>'


def _middle(cell: Cell) -> tuple[float, float]:
    return cell["x"] + cell["w"] / 2, cell["y"] + cell["h"] / 2


def _text(x: float, y: float, size: float, colour: str, words: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(words)}</text>'
        if words
        else ""
    )
