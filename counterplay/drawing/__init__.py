"""Drawings of a traced search: a tree in the terminal, an SVG picture or an HTML page."""

from counterplay.drawing.data import as_json, explanation_json
from counterplay.drawing.explanation import Explanation
from counterplay.drawing.html import html
from counterplay.drawing.narrator import explain
from counterplay.drawing.notebook import search_html
from counterplay.drawing.svg import svg
from counterplay.drawing.terminal import terminal

__all__ = [
    "Explanation",
    "as_json",
    "explain",
    "explanation_json",
    "html",
    "search_html",
    "svg",
    "terminal",
]
