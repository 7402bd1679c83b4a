"""Pictures of objects in notebooks.

Notebooks ask an object itself for its picture, but drawing is a layer above this one. So
`presentation/notebook.py` puts its functions here when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Draw = Callable[[Any], str | None]

_svg: dict[str, Draw] = {}
_html: dict[str, Draw] = {}


def draws_svg(kind: str, draw: Draw) -> None:
    """Draw the objects of the class called `kind` as SVG by this function."""
    _svg[kind] = draw


def draws_html(kind: str, draw: Draw) -> None:
    """Draw the objects of the class called `kind` as HTML by this function."""
    _html[kind] = draw


def svg(thing: Any) -> str | None:
    """The object as SVG; None, so that the notebook shows its text, if nothing draws it."""
    draw = _svg.get(type(thing).__name__)
    return None if draw is None else draw(thing)


def html(thing: Any) -> str | None:
    """The object as HTML; None, so that the notebook shows its text, if nothing draws it."""
    draw = _html.get(type(thing).__name__)
    return None if draw is None else draw(thing)
