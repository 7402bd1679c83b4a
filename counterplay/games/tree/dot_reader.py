"""Read the part of the DOT language of Graphviz that describes a graph: nodes, edges, attributes.

    digraph { A -> B [label=left]; A -> C; B [eval=5]; C [payoffs=3] }

Attributes that only concern the drawing are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NoReturn

from counterplay.core.game.errors import InputError

TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)"
    r'|(?P<quoted>"(?:[^"\\]|\\.)*")'
    r"|(?P<arrow>->|--)"
    r"|(?P<sign>[{}\[\];,=:])"
    r"|(?P<word>[+\-−]?(?:\.\d+|\d+\.?\d*)(?![\w])|[^\W\d]\w*)"
    r"|(?P<other>.)",
    re.DOTALL | re.MULTILINE,
)
Attributes = dict[str, str]


@dataclass(frozen=True)
class Token:
    """A word or a sign of a DOT text."""

    kind: str
    text: str
    line: int
    column: int

    @property
    def where(self) -> str:
        return f"line {self.line}, column {self.column}"

    @property
    def is_word(self) -> bool:
        return self.kind in ("word", "quoted")

    @property
    def word(self) -> str:
        if self.kind != "quoted":
            return self.text
        return re.sub(r'\\(["\\])', r"\1", self.text[1:-1].replace("\\\n", ""))

    def refuse(self, expected: str) -> NoReturn:
        found = "the end of the text" if self.kind == "end" else repr(self.text)
        raise InputError(f"{self.where}: {found} is unexpected here: {expected}")


@dataclass(frozen=True)
class DotNode:
    """A node with its attributes. `where` is the place where its name comes first."""

    name: str
    where: str
    attributes: Attributes = field(default_factory=dict)


@dataclass(frozen=True)
class DotEdge:
    """An edge with its attributes."""

    tail: str
    head: str
    where: str
    attributes: Attributes


@dataclass(frozen=True)
class DotGraph:
    """The nodes, by name in the order of their first mention, the edges, and the attributes."""

    nodes: dict[str, DotNode]
    edges: list[DotEdge]
    attributes: Attributes


def read_graph(text: str) -> DotGraph:
    """Read a directed graph. Raises InputError with the line and the column."""
    return _Parser(text).graph()


def _tokens(text: str) -> Iterator[Token]:
    line, start = 1, 0
    for match in TOKEN.finditer(text):
        kind, found = str(match.lastgroup), match[0]
        if kind == "other":
            hint = "a text in double quotes ends here?" if found == '"' else "a node or an edge"
            Token(kind, found, line, match.start() - start + 1).refuse(f"expected {hint}")
        if kind != "space":
            yield Token(kind, found, line, match.start() - start + 1)
        if "\n" in found:
            line += found.count("\n")
            start = match.start() + found.rindex("\n") + 1
    yield Token("end", "", line, len(text) - start + 1)


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0
        self.found = DotGraph({}, [], {})
        self.defaults: dict[str, list[Attributes]] = {"node": [{}], "edge": [{}]}

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self, text: str = "", expected: str = "") -> Token:
        """Return the token and go on; refuse it if it is not `text`, or not a word."""
        token = self.token
        fits = token.text == text and token.kind != "quoted" if text else token.is_word
        if not fits:
            token.refuse(expected or f"expected {text!r}")
        self.at += 1
        return token

    def skip(self, *texts: str) -> bool:
        if self.token.kind != "quoted" and self.token.text in texts:
            self.at += 1
            return True
        return False

    def graph(self) -> DotGraph:
        self.skip("strict")
        self.take("digraph", "a tree begins with 'digraph {'")
        if self.token.is_word:
            self.at += 1
        self.take("{")
        while not self.skip("}"):
            self.statement()
        if self.token.kind != "end":
            self.token.refuse("there is one graph in a file")
        return self.found

    def statement(self) -> None:
        if self.skip(";", ","):
            return
        token = self.token
        if token.kind == "word" and token.text in ("graph", "node", "edge"):
            self.at += 1
            read = self.attributes()
            if token.text == "graph":
                self.found.attributes.update(read)
            else:
                self.defaults[token.text][-1].update(read)
            return
        if token.text == "subgraph" or token.text == "{":
            self.group()
            return
        name = self.take(expected="expected a node, an edge or '}'")
        if self.skip("="):
            self.found.attributes[name.word] = self.take(expected="expected a value").word
            return
        self.nodes_or_edges(name)

    def group(self) -> None:
        """Read a subgraph: its nodes and edges count, its own attributes do not."""
        if self.skip("subgraph") and self.token.is_word:
            self.at += 1
        opened = self.take("{")
        before = dict(self.found.attributes)
        for defaults in self.defaults.values():
            defaults.append(dict(defaults[-1]))
        while not self.skip("}"):
            if self.token.kind == "end":
                opened.refuse("this brace is never closed")
            self.statement()
        for defaults in self.defaults.values():
            defaults.pop()
        self.found.attributes.clear()
        self.found.attributes.update(before)
        if self.token.kind == "arrow":
            self.token.refuse("write an edge for each node of the group")

    def nodes_or_edges(self, first: Token) -> None:
        chain = [first]
        self.port()
        while self.token.kind == "arrow":
            self.take("->", "the edges of a tree have a direction: write ->")
            if self.token.text == "{":
                self.token.refuse("write an edge for each node of the group")
            chain.append(self.take(expected="expected the name of a node"))
            self.port()
        for token in chain:
            if token.word not in self.found.nodes:
                about = dict(self.defaults["node"][-1])
                self.found.nodes[token.word] = DotNode(token.word, token.where, about)
        read = self.attributes()
        if len(chain) == 1:
            self.found.nodes[first.word].attributes.update(read)
        for tail, head in pairwise(chain):
            about = {**self.defaults["edge"][-1], **read}
            self.found.edges.append(DotEdge(tail.word, head.word, tail.where, about))

    def port(self) -> None:
        while self.skip(":"):
            self.take(expected="expected a port")

    def attributes(self) -> Attributes:
        read: Attributes = {}
        while self.skip("["):
            while not self.skip("]"):
                name = self.take(expected="expected an attribute or ']'")
                value = self.take(expected="expected a value").word if self.skip("=") else "true"
                read[name.word] = value
                self.skip(",", ";")
        return read
