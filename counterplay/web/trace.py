"""Search trees for the page: a textbook algorithm on a tree or on a game."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.drawing import explanation_json, svg
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.running import algorithm_for
from counterplay.drawing.tracing import traced
from counterplay.games import load
from counterplay.web.analysis import Draw
from counterplay.web.messages import number_field, text_field
from counterplay.web.state import State

LONGEST_TREE = 4_000
"""The most characters of a tree."""
MOST_NODES = 400
DEEPEST = 12
MOST_SECONDS = 10
"""The most seconds of a search."""
NOT_A_TREE = "this is not a tree: write nested lists, for example [[3, 12, 8], [2, 4, 6]]"

EXAMPLES = (
    ("Two plies", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"),
    ("Three plies", "[[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]]]"),
    ("Chance", '[{"chance": [[0.5, [2, 4]], [0.5, [7, 3]]]}, {"chance": [[0.9, 3], [0.1, 9]]}]'),
    ("Three players", '[[{"payoffs": [1, 2, 6]}, {"payoffs": [4, 2, 3]}], '
     '[{"payoffs": [6, 1, 2]}, {"payoffs": [7, 4, 1]}]]'),
)  # fmt: skip


def parse_trace(message: dict[str, Any], state: State) -> Draw:
    """A function that draws the search of a message. It is called in another thread."""
    algorithm = text_field(message, "algorithm", "") or None
    depth = number_field(message, "depth", 0, DEEPEST, 0) or None
    tree, name = text_field(message, "tree", ""), text_field(message, "game", "")
    position = text_field(message, "position", "")
    if not tree:
        game = state.game(name)
        return lambda stop: draw_search(game, position, algorithm, depth, stop)
    validate_tree(tree)
    return lambda stop: draw_search(load("tree", tree=tree), "", algorithm, depth, stop)


def validate_tree(text: str) -> None:
    """Refuse what is not a tree. In particular a file name, because `load` would open the file."""
    if len(text) > LONGEST_TREE:
        raise InputError(f"a tree may have at most {LONGEST_TREE:,} characters")
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(NOT_A_TREE) from None
    if not isinstance(tree, (list, dict)):
        raise InputError(NOT_A_TREE)


def stop_check(stop: threading.Event) -> Callable[[], None]:
    """A function that a search calls: it raises when the search is to stop or takes too long."""
    until = time.monotonic() + MOST_SECONDS

    def check() -> None:
        if stop.is_set():
            raise InputError("the search was stopped")
        if time.monotonic() > until:
            raise InputError(
                f"this search takes more than {MOST_SECONDS} seconds: choose a smaller depth or "
                "a later position"
            )

    return check


def draw_search(
    game: Game, text: str, algorithm: str | None, depth: int | None, stop: threading.Event
) -> dict[str, Any]:
    """Run an algorithm; return the picture of its tree and the steps of the search."""
    position = game.position(text)
    if position.is_over:
        raise InputError("the game is over here: there is nothing to search")
    chosen = algorithm_for(game, algorithm, depth)
    explanation = traced(position, chosen, depth, check=stop_check(stop))
    with shallow_enough():
        picture = svg(explanation, caption=False, most_nodes=MOST_NODES)
    return {
        "svg": picture,
        "algorithm": chosen.name,
        "about": chosen.about,
        **explanation_json(explanation),
    }
