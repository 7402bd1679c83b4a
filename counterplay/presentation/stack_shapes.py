"""The board of `Stacks` as JSON: triangles, pieces in their places, dice and cube.

Everything is placed here, so that the page and notebooks draw the same board. The unit is the width
of a point. A cell is the column of a point, with its `pieces`, and the `slot` of the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from counterplay.presentation.dice import PIPS, Die, dice_words, read_dice
from counterplay.presentation.stacks import Cube, Stacks, read_cube

DEEP = 5
"""The pieces of a stack that are drawn one by one. If there are more, the last has their number."""
RIM, SIDE = 0.55, 0.22
"""The frame: above and below with the names of points, and at the sides."""
PIECE, MIDDLE = 0.93, 1.6
"""The size of a piece, and the space between the rows, where the dice lie."""
ROW = DEEP * PIECE
HEIGHT = 2 * (RIM + ROW) + MIDDLE
DISC = 36 / 45
"""The part of its box that a disc fills, in `pieces.json`."""
SLAB = 0.3
"""The height of a piece in a tray, where it stands on its edge."""
DIE, DIE_GAP = 0.9, 0.25
CUBE = 0.9

Json = dict[str, Any]


def stacks_json(stacks: Stacks, pieces: Mapping[str, Json]) -> Json:
    """The board as JSON. `pieces` are the kind and the colour of each piece, by its text."""
    cube = read_cube(stacks.cube)
    lefts = _lefts(stacks, CUBE + 2 * SIDE if cube else SIDE)
    width = lefts[-1] + 1 + SIDE
    tables = _tables(stacks, lefts)
    row = len(stacks.above)
    cells = [
        _cell(stacks, i, lefts[i % row], pieces.get(stack[:1], {}))
        for i, stack in enumerate(stacks.pieces)
    ]
    return {
        "kind": "stacks", "ground": "stacks", "width": round(width, 3), "height": HEIGHT,
        "cells": cells, "columns": [], "rows": [], "above": False, "notes": stacks.notes,
        "lines": [], "shapes": _shapes(stacks, lefts, tables, width),
        "labels": _labels(stacks, lefts), "tray": 0,
        "dice": _dice(read_dice(stacks.dice), tables[-1]),
        "rolled": dice_words(read_dice(stacks.dice)),
        **({"cube": _cube(cube, tables[0])} if cube else {}),
    }  # fmt: skip


def _lefts(stacks: Stacks, left: float) -> list[float]:
    """Where each column begins. There is wood on both sides of a tray."""
    found = []
    for column in range(len(stacks.above)):
        left += SIDE if column in stacks.trays else 0
        found.append(round(left, 3))
        left += 1 + (SIDE if column in stacks.trays else 0)
    return found


def _tables(stacks: Stacks, lefts: Sequence[float]) -> list[tuple[float, float]]:
    """Where each group of neighbouring points begins and ends."""
    apart = {*stacks.bars, *stacks.trays}
    columns = groupby(range(len(lefts)), key=lambda column: column not in apart)
    groups = [[*group] for is_points, group in columns if is_points]
    return [(lefts[group[0]], lefts[group[-1]] + 1) for group in groups] or [(0.0, 1.0)]


def _cell(stacks: Stacks, i: int, x: float, piece: Json) -> Json:
    column, is_below = i % len(stacks.above), i >= len(stacks.above)
    top = HEIGHT - RIM - ROW if is_below else RIM
    count, name = len(stacks.pieces[i]), stacks.names[i]
    # Stacks begin at the rim; those on the bar begin in the middle, where pieces enter from.
    rises = is_below != (column in stacks.bars)
    size = SLAB if column in stacks.trays else PIECE
    most = round(ROW / size) - 1 if column in stacks.trays else DEEP
    return {
        "x": x, "y": round(top, 3), "w": 1.0, "h": round(ROW, 3), "name": name, "dark": False,
        "about": _about(name, count, piece),
        "pieces": _placed(x, top, count, most, size, rises, piece),
        "slot": _slot(x, top, min(count, most - 1), size, rises),
    }  # fmt: skip


def _placed(
    x: float, top: float, count: int, most: int, size: float, rises: bool, piece: Json
) -> list[Json]:
    """The pieces of a stack, each in its place. The last one shows the number of more pieces."""
    placed = [
        {**_slot(x, top, n, size, rises), **piece, "kind": "slab"} if size == SLAB
        else {**_grown(_slot(x, top, n, size, rises)), **piece}
        for n in range(min(count, most))
    ]  # fmt: skip
    if count > most:
        placed[-1]["label"] = str(count)
    return placed


def _slot(x: float, top: float, n: int, size: float, rises: bool) -> Json:
    """The place of piece `n` of a stack."""
    down = ROW - (n + 1) * size if rises else n * size
    margin = (1 - PIECE) / 2
    return {"x": round(x + margin, 3), "y": round(top + down, 3), "w": PIECE, "h": size}


def _grown(slot: Json) -> Json:
    """The box of a piece that fills a slot."""
    more = (1 / DISC - 1) * PIECE / 2
    x, y, size = slot["x"] - more, slot["y"] - more, PIECE + 2 * more
    return {"x": round(x, 3), "y": round(y, 3), "w": size, "h": size}


def _about(name: str, count: int, piece: Json) -> str:
    """What a screen reader says for a point: `point 8: 3 white checkers`."""
    point = f"point {name}" if name.isdecimal() else name
    if not count:
        return f"{point}: empty"
    noun = "checker" if piece.get("kind") == "disc" else piece.get("kind", "piece")
    colour = f" {piece['colour']}" if "colour" in piece else ""
    return f"{point}: {count}{colour} {noun}{'s' if count > 1 else ''}"


def _shapes(
    stacks: Stacks, lefts: Sequence[float], tables: Sequence[tuple[float, float]], width: float
) -> list[Json]:
    """The wood, the tables, the trays and the triangles, from the ground up."""
    low, high = RIM, HEIGHT - RIM
    trays = [
        _rectangle("well", lefts[column], lefts[column] + 1, *ends)
        for column in stacks.trays
        for ends in ((low, low + ROW), (high - ROW, high))
    ]
    apart = {*stacks.bars, *stacks.trays}
    points = [column for column in range(len(lefts)) if column not in apart]
    triangles = [
        {
            "look": f"triangle {'dark' if n % 2 == is_below else 'light'}",
            "points": _triangle(lefts[column], bool(is_below)),
        }
        for is_below in (0, 1)
        for n, column in enumerate(points)
    ]
    return [
        _rectangle("wood", 0, width, 0, HEIGHT),
        *(_rectangle("table", left, right, low, high) for left, right in tables),
        *(_rectangle("bar", lefts[column], lefts[column] + 1, 0, HEIGHT)
          for column in stacks.bars),
        *trays,
        *triangles,
    ]  # fmt: skip


def _rectangle(look: str, left: float, right: float, top: float, bottom: float) -> Json:
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return {"look": look, "points": [[round(x, 3), round(y, 3)] for x, y in corners]}


def _triangle(left: float, is_below: bool) -> list[list[float]]:
    base, tip = (HEIGHT - RIM, HEIGHT - RIM - ROW) if is_below else (RIM, RIM + ROW)
    return [[left + 0.03, base], [left + 0.97, base], [left + 0.5, round(tip, 3)]]


def _labels(stacks: Stacks, lefts: Sequence[float]) -> list[Json]:
    """The names of the points on the rim, and the captions of the trays."""
    row, rims = len(lefts), (RIM / 2, HEIGHT - RIM / 2)
    apart = {*stacks.bars, *stacks.trays}
    names = [
        {"x": lefts[i % row] + 0.5, "y": rims[i // row], "text": name}
        for i, name in enumerate(stacks.names)
        if i % row not in apart
    ]
    captions = [
        {"x": lefts[column] + 0.5, "y": y, "text": text}
        for column in stacks.trays[-1:]
        for y, text in zip(rims, stacks.captions, strict=True)
    ]
    return names + captions


def _dice(dice: Sequence[Die], table: tuple[float, float]) -> list[Json]:
    """The dice in the middle of a table."""
    left, right = table
    room = (right - left) / max(len(dice) * (DIE + DIE_GAP), 1)
    scale = min(1.0, room)
    step, size = (DIE + DIE_GAP) * scale, DIE * scale
    begin = (left + right - len(dice) * step + DIE_GAP * scale) / 2
    return [
        {"x": round(begin + step * i, 3), "y": round((HEIGHT - size) / 2, 3),
         "size": round(size, 3), "number": die.number,
         "pips": [*map(list, PIPS.get(die.number, ()))], "colour": die.colour, "used": die.is_used}
        for i, die in enumerate(dice)
    ]  # fmt: skip


def _cube(cube: Cube, table: tuple[float, float]) -> Json:
    """The cube at the left: in the middle, or on its owner's side. A double lies on the table."""
    edge = RIM + SIDE
    x = (sum(table) - CUBE) / 2 if cube.place == "offered" else SIDE
    y = {"above": edge, "below": HEIGHT - edge - CUBE}.get(cube.place, (HEIGHT - CUBE) / 2)
    return {
        "x": round(x, 3), "y": round(y, 3), "w": CUBE, "h": CUBE, "number": cube.number,
        "about": f"doubling cube: {cube.number}, {_PLACES[cube.place]}",
    }  # fmt: skip


_PLACES = {
    "middle": "in the middle",
    "above": "on the upper side",
    "below": "on the lower side",
    "offered": "offered",
}
