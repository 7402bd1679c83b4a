"""Boards as JSON: cells with a position and a size, so a picture needs no code for any game.

The page draws from it (`web/static/board-drawing.js`), and so do notebooks (`board_svg.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.presentation.clicks import clicks_by_change
from counterplay.presentation.dice import PIPS, dice_words, read_dice
from counterplay.presentation.drawings import (
    EMPTY,
    STAR,
    Cards,
    Drawing,
    Grid,
    Points,
    cells_of,
    drawing_at,
    drawing_of,
)
from counterplay.presentation.stack_shapes import stacks_json
from counterplay.presentation.stacks import Stacks

CellsByName = Mapping[str, list[int]]

NARROW = 0.22
"""The width of a line between boxes; a square has width 1."""
CARD = (0.72, 1.0)
"""The width and the height of a card."""
DIE, DICE_GAP = 0.7, 0.2
"""The size of a die, and the space between and around dice, on a board of eight squares or less."""


def board_json(drawing: Drawing | str) -> dict[str, Any]:
    """A drawing as JSON: cells in squares from the top left. A text stays a text."""
    if isinstance(drawing, str):
        return {"text": drawing}
    if isinstance(drawing, Stacks):
        pieces = {piece: piece_json(drawing.looks, piece) for piece in set("".join(drawing.pieces))}
        return stacks_json(drawing, pieces)
    if isinstance(drawing, Grid):
        board = _grid(drawing)
    else:
        board = _points(drawing) if isinstance(drawing, Points) else _cards(drawing)
    return {**board, **_dice(drawing, board["width"])}


def moves_json(
    game: Game, state: Any, moves: Sequence[int], drawing: Drawing | str
) -> list[dict[str, Any]]:
    """Each move in the game's notation, with the cells to click."""
    cells = cells_by_name(drawing)
    clicked = [clicked_cells(game, state, move, cells) for move in moves]
    if moves and not any(clicked) and "cells" not in game.functions:
        changed = clicks_by_change(game, state, moves, drawing) or []
        clicked = [[[cell] for cell in one] for one in changed] or clicked
    texts = [game.show_move(state, move) for move in moves]
    return [{"text": text, "cells": one} for text, one in zip(texts, clicked, strict=True)]


def cells_by_name(drawing: Drawing | str) -> dict[str, list[int]]:
    """The cells with each name. Several cells may share a name."""
    cells: dict[str, list[int]] = {}
    for cell, name in enumerate([] if isinstance(drawing, str) else drawing.cell_names):
        cells.setdefault(name, []).append(cell)
    return cells


def clicked_cells(game: Game, state: Any, move: int, cells: CellsByName) -> list[list[int]]:
    """For each click that makes a move, the cells that may be clicked."""
    names = cells_of(game, state, move, list(cells)) if cells else []
    return [cells[name] for name in names if name in cells]


def move_cells(
    game: Game, before: Any, move: int, after: Any, viewer: int | None = None
) -> list[int]:
    """The cells of a move between two states, in order. If it names no cells, those it changes."""
    drawings = [drawing_of(game, s, viewer) for s in (before, after)]
    if viewer is None and game.player(before) != CHANCE:
        named = clicked_cells(game, before, move, cells_by_name(drawings[0]))
        if named and all(len(cells) == 1 for cells in named):
            return [cells[0] for cells in named]
    pairs = zip(*map(pieces_of, drawings), strict=False)
    return [i for i, (old, new) in enumerate(pairs) if old != new]


def last_cells(position: Position, viewer: int | None = None) -> list[int]:
    """The cells of the last move. If that was a roll, which changes no cell, of the move before."""
    states = (*position.past, position.state)
    for ply in range(len(position.moves), 0, -1):
        before, after = states[ply - 1 : ply + 1]
        cells = move_cells(position.game, before, position.moves[ply - 1], after, viewer)
        if cells or position.game.player(before) != CHANCE:
            return cells
    return []


def pieces_of(drawing: Drawing | str) -> list[str]:
    """The piece on each cell."""
    if isinstance(drawing, str):
        return []
    return drawing.cell_names if isinstance(drawing, Cards) else [*drawing.pieces]


def player_tokens(drawing: Drawing | str, names: Sequence[str]) -> list[dict[str, str]]:
    """A piece for each player, shown beside its name.

    A player's piece has the player's name or initial, or is the only one of the colour with that
    name. If one player has none, no one gets a piece: in chess `b` is a bishop if there is no `w`.
    """
    looks = looks_of(drawing)
    pieces = [_piece_of(looks, name) for name in names]
    return [piece_json(looks, piece) if all(pieces) else {} for piece in pieces]


def _piece_of(looks: Mapping[str, str], name: str) -> str:
    """The piece of a player with a name; empty if there is none, or if several could be meant."""
    named = [piece for piece in (name, name[:1].lower(), name[:1].upper()) if piece in looks]
    coloured = [piece for piece, look in looks.items() if name.lower() in look.split()[1:2]]
    return named[0] if named else coloured[0] if len(coloured) == 1 else ""


def player_below(start: Position) -> int:
    """The player whose pieces begin in the lower half of the board, or whose hand is below the
    other one; the first player if that tells nothing."""
    drawing, names = drawing_at(start, None), start.game.facts.names
    if len(names) != 2:
        return 0
    if isinstance(drawing, Cards):
        hands = [name for name in drawing.rows if name in names]
        return int(hands == list(names))
    if not isinstance(drawing, Grid):
        return 0
    tokens = player_tokens(drawing, names)
    first, second = (_mean_row(drawing, token.get("colour", "")) for token in tokens)
    return int(first < drawing.height / 2 - 1 and second > drawing.height / 2)


def _mean_row(grid: Grid, colour: str) -> float:
    """The mean row of the pieces of a colour, from above; the middle if there are none."""
    looks = {piece: look.split() for piece, look in grid.looks.items()}
    found = [
        r for r, row in enumerate(grid.rows) for piece in row if colour in looks.get(piece, ())
    ]
    return sum(found) / len(found) if found else grid.height / 2


def looks_of(drawing: Drawing | str) -> Mapping[str, str]:
    """How pieces are drawn, by their text."""
    return {} if isinstance(drawing, (str, Cards)) else drawing.looks


def piece_json(looks: Mapping[str, str], piece: str) -> dict[str, str]:
    """A piece with its kind and colour; empty for an empty cell."""
    if piece in EMPTY:
        return {}
    kind, colour, label, *_ = (*looks.get(piece, "").split(), "", "", "")
    look = {"kind": kind, "colour": colour or "black"} if kind else {}
    return {"piece": piece, **look, **({"label": label} if label else {})}


def _grid(grid: Grid) -> dict[str, Any]:
    lines = grid.ground == "lines"
    widths = [NARROW if lines and c % 2 == 0 else 1.0 for c in range(grid.width)]
    heights = [NARROW if lines and r % 2 == 0 else 1.0 for r in range(grid.height)]
    lefts, tops = _offsets(widths), _offsets(heights)
    cells = []
    crosses = grid.ground == "crossings"
    marks = [mark for row in grid.rows for mark in row]
    for i, (name, piece) in enumerate(zip(grid.cell_names, grid.pieces, strict=True)):
        r, c = divmod(i, grid.width)
        cells.append({
            "x": lefts[c], "y": tops[r], "w": widths[c], "h": heights[r], "name": name,
            "dark": grid.ground == "chequered" and (r + c) % 2 == 1,
            **({"marked": True} if i in grid.marks else {}),
            **piece_json(grid.looks, piece),
            **({"star": True} if crosses and marks[i] == STAR else {}),
        })  # fmt: skip
    columns = [
        {"x": x + w / 2, "text": text}
        for x, w, text in zip(lefts, widths, grid.column_names, strict=True)
    ]
    rows = [
        {"y": y + h / 2, "text": text}
        for y, h, text in zip(tops, heights, grid.row_names, strict=True)
    ]
    return {
        "kind": "grid", "ground": grid.ground, "width": sum(widths), "height": sum(heights),
        "cells": cells, "columns": columns, "rows": rows, "above": grid.above, "notes": grid.notes,
        "lines": _crossing_lines(grid.width, grid.height) if crosses else [],
    }  # fmt: skip


def _crossing_lines(width: int, height: int) -> list[list[float]]:
    """Lines along the middles of the rows and of the columns."""
    along = [[0.5, r + 0.5, width - 0.5, r + 0.5] for r in range(height)]
    return along + [[c + 0.5, 0.5, c + 0.5, height - 0.5] for c in range(width)]


def _points(points: Points) -> dict[str, Any]:
    left = min(x for x, _ in points.at)
    top = min(y for _, y in points.at)
    at = [(x - left + 0.5, y - top + 0.5) for x, y in points.at]
    cells = [
        {"x": x - 0.45, "y": y - 0.45, "w": 0.9, "h": 0.9, "name": name, "dark": False,
         **piece_json(points.looks, piece)}
        for (x, y), name, piece in zip(at, points.names, points.pieces, strict=True)
    ]  # fmt: skip
    return {
        "kind": "points", "ground": "points", "width": max(x for x, _ in at) + 0.5,
        "height": max(y for _, y in at) + 0.5, "cells": cells, "columns": [], "rows": [],
        "above": False, "notes": points.notes,
        "lines": [[*at[a], *at[b]] for a, b in points.lines],
    }  # fmt: skip


def _cards(cards: Cards) -> dict[str, Any]:
    cells, rows = [], []
    for r, (heading, hand) in enumerate(cards.rows.items()):
        rows.append({"y": 1.15 * r + 0.5, "text": heading})
        for c, card in enumerate(hand):
            cells.append({
                "x": 0.8 * c, "y": 1.15 * r, "w": CARD[0], "h": CARD[1], "name": card,
                "dark": False, "piece": card, "kind": "card", "colour": _card_colour(card),
            })  # fmt: skip
    cells += _chips(cards)  # after the cards, which moves count
    longest = max((len(hand) + (h in cards.chips) for h, hand in cards.rows.items()), default=1)
    return {
        "kind": "cards", "ground": "cards", "width": max(0.8 * longest, 3.0),
        "height": 1.15 * len(cards.rows), "cells": cells, "columns": [], "rows": rows,
        "above": False, "notes": cards.notes, "lines": [],
    }  # fmt: skip


def _chips(cards: Cards) -> list[dict[str, Any]]:
    """The chips beside the cards of some rows. They have no name: no move names them."""
    return [
        {
            "x": 0.8 * len(hand) + 0.1, "y": 1.15 * r + 0.2, "w": 0.6, "h": 0.6, "name": "",
            "dark": False, "piece": str(cards.chips[heading]), "kind": "disc", "colour": "yellow",
            "label": str(cards.chips[heading]),
        }
        for r, (heading, hand) in enumerate(cards.rows.items())
        if cards.chips.get(heading)
    ]  # fmt: skip


def _dice(drawing: Drawing, width: float) -> dict[str, Any]:
    """The dice in a tray below the board, the height of the tray, and the roll in words."""
    dice = read_dice(drawing.dice)
    scale = min(max(width / 8, 1.0), width / ((DIE + DICE_GAP) * max(len(dice), 1)))
    size, step = DIE * scale, (DIE + DICE_GAP) * scale
    left = (width - step * len(dice) + DICE_GAP * scale) / 2
    return {
        "dice": [
            {"x": round(left + step * i, 3), "y": round(DICE_GAP * scale, 3),
             "size": round(size, 3), "number": die.number,
             "pips": [*map(list, PIPS.get(die.number, ()))],
             "colour": die.colour, "used": die.is_used}
            for i, die in enumerate(dice)
        ],
        "tray": round(size + 1.5 * DICE_GAP * scale, 3) if dice else 0,
        "rolled": dice_words(dice),
    }  # fmt: skip


def _card_colour(card: str) -> str:
    """Red for hearts and diamonds: by their symbols, or as in `7h` and `Td`."""
    is_red = any(suit in card for suit in "♥♦") or (len(card) in (2, 3) and card[-1] in "hd")
    return "red" if is_red else "black"


def _offsets(sizes: Sequence[float]) -> list[float]:
    """Where each of several cells in a row begins."""
    offsets, offset = [], 0.0
    for size in sizes:
        offsets.append(round(offset, 3))
        offset += size
    return offsets
