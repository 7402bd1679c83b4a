"""A search as one HTML file with buttons to step forward and back. It needs no network."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import Any

from counterplay.drawing.crop import MOST_CHILDREN, MOST_NODES
from counterplay.drawing.data import explanation_json
from counterplay.drawing.explanation import Explanation
from counterplay.drawing.svg import SCROLLED, svg


def html(
    explanation: Explanation,
    step: int | None = None,
    most_nodes: int = MOST_NODES,
    most_children: int = MOST_CHILDREN,
) -> str:
    """Return the page. It opens at `step`, by default the first."""
    picture = svg(
        explanation,
        caption=False,
        most_nodes=most_nodes,
        most_children=most_children,
        widest=SCROLLED,
    )
    data = {**explanation_json(explanation), "start": 1 if step is None else step}
    return filled(
        "step.html",
        TITLE=escape(explanation.title or "A search, step by step"),
        SVG=picture,
        DATA=json_in_script(data),
    )


def filled(template: str, **values: str) -> str:
    """A file of this folder with its places `<!--NAME-->` filled: those of the stepper, which the
    page and notebooks share, and `values`."""
    shared = {"STYLE": "controls.css", "CONTROLS": "controls.html", "STEPPER": "step.js"}
    folder = files(__package__)
    text = folder.joinpath(template).read_text("utf-8")
    for name, file in shared.items():
        text = text.replace(f"<!--{name}-->", folder.joinpath(file).read_text("utf-8"))
    for name, value in values.items():
        text = text.replace(f"<!--{name}-->", value)
    return text


def json_in_script(data: Any) -> str:
    """JSON that can stand in a script element."""
    return json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
