"""The one place that writes trees: as text, as JSON or as DOT."""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core.game.errors import InputError
from counterplay.games.tree.dot_writer import write_dot
from counterplay.games.tree.json_writer import write_json
from counterplay.games.tree.model import Tree
from counterplay.games.tree.text_writer import write_text

WRITERS: dict[str, Callable[[Tree], str]] = {
    "text": write_text,
    "json": write_json,
    "dot": write_dot,
}


def write_tree(tree: Tree, form: str = "text") -> str:
    """Return the tree as "text", "json" or "dot". `read_tree` reads the same tree from it."""
    if form not in WRITERS:
        raise InputError(f"there is no form {form!r} of a tree: there are {', '.join(WRITERS)}")
    return WRITERS[form](tree)
