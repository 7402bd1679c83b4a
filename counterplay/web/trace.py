"""Trees for the page: an algorithm of the textbook at work on a small game."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.drawing import story_json, svg, tell
from counterplay.drawing.tracing import algorithm_for, traced
from counterplay.games import load
from counterplay.presentation.words import player_name
from counterplay.web.analysis import Draw
from counterplay.web.messages import number_of, text_of
from counterplay.web.state import State

LONGEST_TREE = 4_000
"""Signs of a tree that a page gives."""
MOST_NODES = 400
DEEPEST = 12
MOST_SECONDS = 10
"""That a search may take before it is drawn."""

EXAMPLES = (
    ("Two plies", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"),
    ("Three plies", "[[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]]]"),
    ("Chance", '[{"chance": [[0.5, [2, 4]], [0.5, [7, 3]]]}, {"chance": [[0.9, 3], [0.1, 9]]}]'),
    ("Three players", '[[{"payoffs": [1, 2, 6]}, {"payoffs": [4, 2, 3]}], '
     '[{"payoffs": [6, 1, 2]}, {"payoffs": [7, 4, 1]}]]'),
)  # fmt: skip


def read_trace(message: dict[str, Any], state: State) -> Draw:
    """The drawing that a message asks for, to be made in another thread."""
    algorithm = text_of(message, "algorithm", "") or None
    depth = number_of(message, "depth", 0, DEEPEST, 0) or None
    tree, name = text_of(message, "tree", ""), text_of(message, "game", "")
    position = text_of(message, "position", "")
    if not tree:
        game = state.game(name)
        return lambda stop: drawn(game, position, algorithm, depth, stop)
    require_tree(tree)
    return lambda stop: drawn(load("tree", tree=tree), "", algorithm, depth, stop)


def require_tree(text: str) -> None:
    """Refuse what is no tree; above all the name of a file, which `load` would read."""
    if len(text) > LONGEST_TREE:
        raise InputError(f"a tree of more than {LONGEST_TREE:,} signs is not drawn here")
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("this is no tree: write lists of lists, as in [[3, 12, 8], [2, 4, 6]]"
        ) from None  # fmt: skip
    if not isinstance(read, (list, dict)):
        raise InputError("this is no tree: write lists of lists, as in [[3, 12, 8], [2, 4, 6]]")


def while_wanted(stop: threading.Event) -> Callable[[], None]:
    """Ends a search that nobody waits for, or that takes longer than others should wait."""
    until = time.monotonic() + MOST_SECONDS

    def check() -> None:
        if stop.is_set():
            raise InputError("nobody waits for this search any more")
        if time.monotonic() > until:
            raise InputError(
                f"this search takes more than {MOST_SECONDS} seconds: start from a later position, "
                "or look less far, by a smaller depth"
            )

    return check


def drawn(
    game: Game, text: str, algorithm: str | None, depth: int | None, stop: threading.Event
) -> dict[str, Any]:
    """The picture of a search, and what each step adds to it."""
    position = game.position(text)
    if position.is_over:
        raise InputError("the game is over here: there is nothing to search")
    chosen = algorithm_for(game, algorithm)
    title = f"{game.facts.title}: {chosen.name}, {player_name(game, position.turn)} to move"
    story = tell(traced(chosen, position, depth, while_wanted(stop)), game, position.state, title)
    picture = svg(story, caption=False, most_nodes=MOST_NODES)
    return {"svg": picture, "algorithm": chosen.name, "about": chosen.about, **story_json(story)}
