"""Pictures of a search: from an algorithm's trace to a tree in the terminal, an SVG or a page."""

from counterplay.drawing.data import as_json, story_json
from counterplay.drawing.html import html
from counterplay.drawing.steps import Story
from counterplay.drawing.story import tell
from counterplay.drawing.svg import svg
from counterplay.drawing.terminal import terminal

__all__ = ["Story", "as_json", "html", "story_json", "svg", "tell", "terminal"]
