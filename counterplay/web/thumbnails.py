"""Boards for small pictures: what the pictures do not show is left out, so that the page is light.

The page puts the usual values back (`static/catalogue.js`).
"""

from __future__ import annotations

from typing import Any

USUAL = {"w": 1, "h": 1, "name": "", "dark": False}
"""Values of a cell that are left out."""


def thumbnail(board: dict[str, Any]) -> dict[str, Any]:
    """A board without the names of its cells, rows and columns. A text stays a text."""
    if "cells" not in board:
        return board
    cells = [
        {name: value for name, value in {**cell, "name": ""}.items() if USUAL.get(name) != value}
        for cell in board["cells"]
    ]
    light: dict[str, Any] = whole_numbers({**board, "cells": cells, "rows": [], "columns": []})
    return light


def whole_numbers(value: Any) -> Any:
    """The same value, with whole numbers written without `.0`."""
    if isinstance(value, dict):
        return {name: whole_numbers(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [whole_numbers(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
