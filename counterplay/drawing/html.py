"""A search as one HTML file with buttons to step forward and back. It needs no network."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files

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
    page = files(__package__).joinpath("step.html").read_text("utf-8")
    for name, value in (
        ("STEPPER", files(__package__).joinpath("step.js").read_text("utf-8")),
        ("TITLE", escape(explanation.title or "A search, step by step")),
        ("SVG", picture),
        ("DATA", json.dumps(data, ensure_ascii=False).replace("</", "<\\/")),
    ):
        page = page.replace(f"<!--{name}-->", value)
    return page
