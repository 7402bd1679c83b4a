"""Search trees for the page: a textbook algorithm on a tree or on a game."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.drawing import explanation_json, svg
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.running import algorithm_for, takes
from counterplay.drawing.svg import SCROLLED
from counterplay.drawing.tracing import traced
from counterplay.games import load
from counterplay.games.tree import parse_tree
from counterplay.games.tree.read import is_text
from counterplay.web.analysis import Draw
from counterplay.web.messages import number_field, options_field, text_field
from counterplay.web.sealed import MARK, unseal
from counterplay.web.state import State

LONGEST_TREE = 8_000
"""The most characters of a tree."""
MOST_NODES = 400
MOST_TOLD = 3
"""The most rolls that are told. More are the setup of a game, which its board shows."""
DEEPEST = 12
MOST_SECONDS = 10
"""The most seconds of a search."""
NOT_A_TREE = (
    "this is not a tree: write nested lists, for example [[3, 12, 8], [2, 4, 6]], or one node a "
    "line, its children indented below it"
)


@dataclass(frozen=True)
class Request:
    """The algorithm of a search: its name, or None for one that fits, its options, and its depth
    if it has one of its own."""

    algorithm: str | None
    options: dict[str, str]
    depth: int | None = None


def parse_trace(message: dict[str, Any], state: State) -> Draw:
    """A function that draws the searches of a message. It is called in another thread.

    `other` is a second algorithm, which is drawn beside the first, with the same depth or with
    `other_depth`.
    """
    depth = number_field(message, "depth", 0, DEEPEST, 0) or None
    requests = [parse_request(message, "algorithm", "options", depth)]
    if text_field(message, "other", ""):
        beside = number_field(message, "other_depth", 0, DEEPEST, depth or 0) or None
        requests.append(parse_request(message, "other", "other_options", beside))
    tree, name = text_field(message, "tree", ""), text_field(message, "game", "")
    position = text_field(message, "position", "")
    if not tree:
        game = state.game(name)
        if position.startswith(MARK):
            kept = unseal(position)
            position = kept["text"]
            if game.position(position).turn != kept["viewer"]:
                raise InputError("this would use cards that you do not see: ask on your turn")
        return lambda stop: draw_searches(game, position, requests, stop)
    validate_tree(tree)
    return lambda stop: draw_searches(load("tree", tree=tree), "", requests, stop)


def parse_request(
    message: dict[str, Any], algorithm: str, options: str, depth: int | None
) -> Request:
    """The algorithm and the options in two fields of a message."""
    name = text_field(message, algorithm, "") or None
    return Request(name, options_field(message, options), depth)


def validate_tree(text: str) -> None:
    """Refuse what is not a tree. In particular a file name, because `load` would open the file."""
    if len(text) > LONGEST_TREE:
        raise InputError(f"a tree may have at most {LONGEST_TREE:,} characters")
    if not is_text(text):
        raise InputError(NOT_A_TREE)
    parse_tree(text)


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


def draw_searches(
    game: Game, text: str, requests: list[Request], stop: threading.Event
) -> dict[str, Any]:
    """Run one algorithm or two; return the first search, with the second as `other`."""
    position, rolled = after_chance(game.position(text))
    if position.is_over:
        raise InputError("the game is over here: there is nothing to search")
    first, *others = [draw_search(position, request, stop) for request in requests]
    told = {**first, "rolled": rolled}
    return {**told, "other": others[0]} if others else told


def after_chance(position: Position) -> tuple[Position, str]:
    """The position in which a player moves next, and what chance has done, as everyone sees it.

    An algorithm chooses a move of a player. Where chance is to move, it moves first.
    """
    game, rolled = position.game, list[str]()
    while not position.is_over and position.turn == CHANCE:
        outcome = game.draw(position.state, 0)
        rolled.append(position.show_move(outcome))
        position = position.play(outcome)
    is_told = len(rolled) <= MOST_TOLD and not game.facts.hidden
    return position, " ".join(rolled) if is_told else ""


def draw_search(position: Position, request: Request, stop: threading.Event) -> dict[str, Any]:
    """Run an algorithm; return the picture of its tree and the steps of the search.

    The depth is for the algorithms that take one.
    """
    chosen = algorithm_for(position.game, request.algorithm, request.depth)
    limit = request.depth if takes(chosen, "depth") else None
    explanation = traced(position, chosen, limit, request.options, stop_check(stop))
    with shallow_enough():
        picture = svg(explanation, caption=False, most_nodes=MOST_NODES, widest=SCROLLED)
    return {
        "svg": picture,
        "algorithm": chosen.name,
        "about": chosen.about,
        **explanation_json(explanation),
    }
