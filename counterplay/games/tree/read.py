"""The one place that reads trees: from lists, from a text in any of the three forms, or a file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.games.tree.build import build
from counterplay.games.tree.dot import read_dot
from counterplay.games.tree.draft import Draft
from counterplay.games.tree.json_form import parse_json, read_json
from counterplay.games.tree.model import Tree
from counterplay.games.tree.text import read_text

DOT = re.compile(r"\s*(//[^\n]*\n\s*|/\*.*?\*/\s*)*(strict\s+)?(di)?graph\b[^{]*\{", re.DOTALL)
FORMS = {".json": "json", ".dot": "dot", ".gv": "dot", ".tree": "text", ".txt": "text"}
"""The form of a tree, by how the name of its file ends."""


def read_tree(source: Any) -> Tree:
    """Read a tree: nested lists, a text in one of the three forms, or the name of a file.

    A text is recognised by its first sign, or by its several lines.
    """
    if isinstance(source, Tree):
        return source
    if not isinstance(source, (str, Path)):
        return build(read_json(source))
    text = str(source)
    if isinstance(source, str) and is_text(source):
        return parse_tree(text)
    path = Path(text.strip())
    try:
        return parse_tree(path.read_text(encoding="utf-8-sig"), FORMS.get(path.suffix.lower(), ""))
    except OSError as error:
        raise InputError(f"the tree {text!r} cannot be read: {error.strerror}") from None
    except ValueError as error:  # not UTF-8, or a null character in the name
        raise InputError(f"the tree {text!r} cannot be read: {error}") from None


def parse_tree(text: str, form: str = "") -> Tree:
    """Read a tree from its text. No file is opened. By default the text shows its own form."""
    return build(_draft(text, form or form_of(text)))


def is_text(source: str) -> bool:
    """Whether this is the text of a tree, not the name of a file."""
    return form_of(source) != "text" or "\n" in source.strip()


def form_of(text: str) -> str:
    """The form of the text of a tree: json, dot or text."""
    if text.lstrip()[:1] in ("[", "{"):
        return "json"
    return "dot" if DOT.match(text) else "text"


def _draft(text: str, form: str) -> Draft:
    if form == "json":
        return read_json(parse_json(text.strip()))
    return read_dot(text) if form == "dot" else read_text(text)
