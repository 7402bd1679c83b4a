"""Drawings as shapes: cells with a place and a size, so that the page needs to know no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counterplay.core.game.game import Game
from counterplay.presentation.drawings import EMPTY, Cards, Drawing, Grid, Points, cells_of

Places = Mapping[str, list[int]]

NARROW = 0.22
"""The width of a line between boxes, in squares."""
CARD = (0.72, 1.0)
"""The width and the height of a card, in squares."""


def board_json(drawing: Drawing | str) -> dict[str, Any]:
    """A drawing with its cells in squares from the top left; text as it is."""
    if isinstance(drawing, str):
        return {"text": drawing}
    if isinstance(drawing, Grid):
        return _grid(drawing)
    return _points(drawing) if isinstance(drawing, Points) else _cards(drawing)


def moves_json(
    game: Game, state: Any, moves: Sequence[int], drawing: Drawing | str
) -> list[dict[str, Any]]:
    """Each move in the game's notation, with the cells that a person touches to make it."""
    places = places_of(drawing)
    return [
        {"text": game.show_move(state, move), "cells": touched_cells(game, state, move, places)}
        for move in moves
    ]


def places_of(drawing: Drawing | str) -> dict[str, list[int]]:
    """The cells by their names, which several may share."""
    places: dict[str, list[int]] = {}
    for cell, name in enumerate([] if isinstance(drawing, str) else drawing.cell_names):
        places.setdefault(name, []).append(cell)
    return places


def touched_cells(game: Game, state: Any, move: int, places: Places) -> list[list[int]]:
    """The cells that a person touches to make a move, in order: any of those that have the name."""
    names = cells_of(game, state, move, list(places)) if places else []
    return [places[name] for name in names if name in places]


def pieces_of(drawing: Drawing | str) -> list[str]:
    """What stands on each cell."""
    if isinstance(drawing, str):
        return []
    return drawing.cell_names if isinstance(drawing, Cards) else [*drawing.pieces]


def tokens(drawing: Drawing | str, names: Sequence[str]) -> list[dict[str, str]]:
    """How each player's pieces look, where those of all are called like the player or by its
    initial: a b beside no w is a bishop."""
    looks = looks_of(drawing)
    called = [(name, name[:1].lower(), name[:1].upper()) for name in names]
    found = [next((each for each in known if each in looks), "") for known in called]
    return [look_json(looks, piece) if all(found) else {} for piece in found]


def looks_of(drawing: Drawing | str) -> Mapping[str, str]:
    """How pieces are drawn, by their text."""
    return {} if isinstance(drawing, (str, Cards)) else drawing.looks


def look_json(looks: Mapping[str, str], piece: str) -> dict[str, str]:
    """What stands on a cell, and how it is drawn."""
    if piece in EMPTY:
        return {}
    kind, _, colour = looks.get(piece, "").partition(" ")
    return {"piece": piece, **({"kind": kind, "colour": colour or "black"} if kind else {})}


def _grid(grid: Grid) -> dict[str, Any]:
    lines = grid.ground == "lines"
    widths = [NARROW if lines and c % 2 == 0 else 1.0 for c in range(grid.width)]
    heights = [NARROW if lines and r % 2 == 0 else 1.0 for r in range(grid.height)]
    lefts, tops = _sums(widths), _sums(heights)
    cells = []
    for i, (name, piece) in enumerate(zip(grid.cell_names, grid.pieces, strict=True)):
        r, c = divmod(i, grid.width)
        cells.append({
            "x": lefts[c], "y": tops[r], "w": widths[c], "h": heights[r], "name": name,
            "dark": grid.ground == "chequered" and (r + c) % 2 == 1,
            **look_json(grid.looks, piece),
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
        "lines": [],
    }  # fmt: skip


def _points(points: Points) -> dict[str, Any]:
    left = min(x for x, _ in points.at)
    top = min(y for _, y in points.at)
    at = [(x - left + 0.5, y - top + 0.5) for x, y in points.at]
    cells = [
        {"x": x - 0.45, "y": y - 0.45, "w": 0.9, "h": 0.9, "name": name, "dark": False,
         **look_json(points.looks, piece)}
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
                "dark": False, "piece": card, "kind": "card", "colour": _suit(card),
            })  # fmt: skip
    longest = max((len(hand) for hand in cards.rows.values()), default=1)
    return {
        "kind": "cards", "ground": "cards", "width": max(0.8 * longest, 3.0),
        "height": 1.15 * len(cards.rows), "cells": cells, "columns": [], "rows": rows,
        "above": False, "notes": cards.notes, "lines": [],
    }  # fmt: skip


def _suit(card: str) -> str:
    """Red for hearts and diamonds, by their signs or as in 7h and Td."""
    is_red = any(sign in card for sign in "♥♦") or (len(card) in (2, 3) and card[-1] in "hd")
    return "red" if is_red else "black"


def _sums(sizes: Sequence[float]) -> list[float]:
    """Where each of several things side by side begins."""
    begun, at = [], 0.0
    for size in sizes:
        begun.append(round(at, 3))
        at += size
    return begun
