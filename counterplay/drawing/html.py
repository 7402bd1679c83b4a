"""A search as one HTML file that steps forward and back; it needs no network."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files

from counterplay.drawing.crop import MOST_CHILDREN, MOST_NODES
from counterplay.drawing.data import story_json
from counterplay.drawing.steps import Story
from counterplay.drawing.svg import svg


def html(
    story: Story,
    step: int | None = None,
    most_nodes: int = MOST_NODES,
    most_children: int = MOST_CHILDREN,
) -> str:
    """The page, opened at a step: the first if none is given."""
    picture = svg(story, caption=False, most_nodes=most_nodes, most_children=most_children)
    data = {**story_json(story), "start": 1 if step is None else step}
    page = files(__package__).joinpath("step.html").read_text("utf-8")
    for name, value in (
        ("STEPPER", files(__package__).joinpath("step.js").read_text("utf-8")),
        ("TITLE", escape(story.title or "A search, step by step")),
        ("SVG", picture),
        ("DATA", json.dumps(data, ensure_ascii=False).replace("</", "<\\/")),
    ):
        page = page.replace(f"<!--{name}-->", value)
    return page
