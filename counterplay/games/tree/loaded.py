"""The tree of a game that was loaded as one: what the rules alone do not tell."""

from __future__ import annotations

from counterplay.core.game.game import Game
from counterplay.games.tree.model import Tree


def tree_of(game: object) -> Tree | None:
    """Return the tree of a loaded game; None if it is not the built-in game `tree`."""
    if not isinstance(game, Game) or game.name != "tree" or not game.is_built_in:
        return None
    found = game.functions["board"].__globals__["TREE"]
    return found if isinstance(found, Tree) else None
