"""Parse and write SGF, FF[4]: trees of nodes with properties (red-bean.com/sgf/sgf4.html).

Values are plain text with their escapes resolved. `points.py` says what the properties mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from counterplay.core.game.errors import InputError

Node = Mapping[str, tuple[str, ...]]
"""The properties of a node: their values by name."""

WORD = re.compile(r"\s*([();]|[A-Za-z]+)")
VALUE = re.compile(r"\s*\[((?:[^\\\]]|\\.)*)\]", re.DOTALL)
ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
CHARSET = re.compile(rb"CA\s*\[\s*([\w.:-]+)\s*\]")
NEW_LINES = ("\n", "\r", "\r\n", "\n\r")


@dataclass(frozen=True)
class Tree:
    """A sequence of nodes, then its variations; the first variation continues the main line."""

    nodes: tuple[Node, ...]
    variations: tuple[Tree, ...] = ()

    @property
    def main_line(self) -> list[Node]:
        """The nodes of the game that was played, without side variations."""
        line, tree = list(self.nodes), self
        while tree.variations:
            tree = tree.variations[0]
            line += tree.nodes
        return line


def read_sgf(path: str | Path) -> list[Tree]:
    """The games of a file."""
    try:
        return parse_sgf(Path(path).read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except InputError as error:
        raise InputError(f"{path}, {error}") from None


def parse_sgf(text: str | bytes) -> list[Tree]:
    """The games of a text; InputError names the line that cannot be parsed."""
    content = text if isinstance(text, str) else _decoded(text)
    begin = content.find("(")
    if begin < 0:
        raise InputError("line 1: there is no game: a game in SGF begins with (")
    games: list[Tree] = []
    open_trees: list[tuple[list[Node], list[Tree]]] = []
    at = begin
    while match := WORD.match(content, at):
        word, at = match[1], match.end()
        if word == "(":
            if open_trees and not open_trees[-1][0]:
                raise _wrong(content, match.start(1), "a variation begins before the first node")
            open_trees.append(([], []))
        elif not open_trees:
            raise _wrong(content, match.start(1), f"{word!r} is outside of a game")
        elif word == ";":
            node, at = _node(content, at)
            if open_trees[-1][1]:
                raise _wrong(
                    content, match.start(1), "a node follows variations: it must come before them"
                )
            open_trees[-1][0].append(node)
        elif word == ")":
            nodes, variations = open_trees.pop()
            if not nodes:
                raise _wrong(content, match.start(1), "a tree has no nodes: a node begins with ;")
            into = open_trees[-1][1] if open_trees else games
            into.append(Tree(tuple(nodes), tuple(variations)))
            if not open_trees:
                following = content.find("(", at)  # text between games is ignored
                at = len(content) if following < 0 else following
        else:
            raise _wrong(content, match.start(1), f"the property {word} is outside of a node")
    if open_trees:
        raise _wrong(content, at, "this is not SGF, or a ) is missing")
    return games


def show_sgf(trees: Sequence[Tree]) -> str:
    """Games as the text of a file."""
    return "".join(f"{_shown(tree)}\n" for tree in trees)


def escaped(text: str) -> str:
    """A text with the escapes that a value needs."""
    return re.sub(r"([\\\]])", r"\\\1", text)


def _shown(tree: Tree) -> str:
    parts, waiting = list[str](), list[Tree | str]([tree])
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            parts.append(part)
            continue
        nodes = "\n".join(";" + "".join(_properties(node)) for node in part.nodes)
        parts.append(f"({nodes}")
        waiting += [")", *reversed(part.variations)]
    return "".join(parts)


def _properties(node: Node) -> Iterator[str]:
    for name, values in node.items():
        yield name + "".join(f"[{escaped(value)}]" for value in values)


def _node(content: str, at: int) -> tuple[Node, int]:
    """The properties of the node that begins at `at`, and where it ends."""
    properties: dict[str, tuple[str, ...]] = {}
    while (match := WORD.match(content, at)) and match[1] not in "();":
        name = "".join(letter for letter in match[1] if letter.isupper())  # FF[3] has long names
        at, values = match.end(), list[str]()
        while value := VALUE.match(content, at):
            values.append(ESCAPE.sub(_unescaped, value[1]))
            at = value.end()
        if not name or not values:
            raise _wrong(content, match.start(1), f"the property {match[1]} has no value in [ ]")
        properties[name] = (*properties.get(name, ()), *values)
    return properties, at


def _unescaped(match: re.Match[str]) -> str:
    """The escaped character; nothing for an escaped line break, which joins two lines."""
    return "" if match[1] in NEW_LINES else match[1]


def _decoded(text: bytes) -> str:
    """Decode with the file's own CA property, else as UTF-8, else as Latin-1."""
    named = CHARSET.search(text)
    for encoding in (named[1].decode() if named else "utf-8", "utf-8"):
        try:
            return text.decode(encoding).removeprefix("\ufeff")
        except (UnicodeError, LookupError):
            continue
    return text.decode("latin-1")


def _wrong(content: str, at: int, what: str) -> InputError:
    return InputError(f"line {content.count(chr(10), 0, at) + 1}: {what}")
