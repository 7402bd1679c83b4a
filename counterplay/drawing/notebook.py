"""What notebooks show of searches and trees.

A search is a picture. Where the notebook runs scripts, one puts buttons to step forward and back
beside the picture, inside a shadow tree, so that neither changes the other's styles. Elsewhere, for
example in a notebook that is not trusted, the picture stays alone.

Importing this module is enough: it tells `core/game/display.py` how to draw trees.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from secrets import token_hex

from counterplay.core.game import display
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.drawing.data import explanation_json
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.explanation import Explanation
from counterplay.drawing.html import filled, json_in_script
from counterplay.drawing.plain import plain_svg, whole_search
from counterplay.drawing.svg import svg
from counterplay.presentation.notebook import picture

MOST_STEPS = 2_000
"""The most steps that a notebook steps through. Each is kept in the notebook's file."""

LOOKS = """
:host { display: block; padding: .6rem; background: #fff; color: #1a1a1a; border-radius: .4rem;
        font: 15px/1.45 "Helvetica Neue", Helvetica, Arial, "Liberation Sans", sans-serif }
.words { min-height: 2.9em; margin: .5rem 0 }
"""


def search_html(explanation: Explanation) -> str:
    """The search, opened at its end, as HTML for the output of a cell."""
    steps = len(explanation.steps)
    with shallow_enough():
        if steps > MOST_STEPS:
            note = f"{steps:,} steps are too many for a notebook: this is the end of the search."
            return f"{picture(svg(explanation), explanation.summary)}<p>{escape(note)}</p>"
        drawn = svg(explanation, caption=False)
    folder = files(__package__)
    style = folder.joinpath("controls.css").read_text("utf-8") + LOOKS
    return filled(
        "notebook.html",
        ID=token_hex(8),
        PICTURE=f"{picture(drawn, explanation.summary)}<p>{escape(explanation.summary)}</p>",
        DATA=json_in_script({**explanation_json(explanation), "start": steps}),
        LOOKS=json.dumps(style),
        BUTTONS=json_in_script(folder.joinpath("controls.html").read_text("utf-8")),
    )


def position_html(position: Position) -> str | None:
    """The tree below a position of the game `tree`; None for other games and large trees, so that
    the notebook shows the board."""
    if position.game.name != "tree" or position.is_over or position.turn == CHANCE:
        return None
    try:
        explanation = whole_search(position)
    except InputError:  # too large to draw
        return None
    return picture(plain_svg(explanation), f"the tree below {position.text}")


display.draws_html(Position.__name__, position_html)
