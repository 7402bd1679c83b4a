"""Trees as graphs of Graphviz, in the language DOT.

    attribute of a node   payoffs="1 2 6"   player=MIN   eval=3   info=guess   name="another name"
    attribute of an edge  label="the move"   p="1/2"   noisy=true
    of the graph          label="the title"   players="A B C"

The node without an edge to it is the root. Edges are moves in the order in which they are written.
A node whose name is `_` and a number has no name. An end without payoffs has its label as payoffs.
"""

from __future__ import annotations

import re

from counterplay.core.game.errors import InputError
from counterplay.games.tree.dot_reader import DotEdge, DotGraph, DotNode, read_graph
from counterplay.games.tree.draft import Draft, DraftMove, DraftNode, Numbers
from counterplay.games.tree.numbers import parse_number, parse_probability
from counterplay.games.tree.tokens import tokens_of

NAMELESS = re.compile(r"_\d+")
TRUE, FALSE = ("true", "yes", "1"), ("false", "no", "0")


def read_dot(text: str) -> Draft:
    """Read a tree from DOT. Raises InputError with the line and the column."""
    graph = read_graph(text)
    nodes = {name: _node(node) for name, node in graph.nodes.items()}
    for edge in graph.edges:
        nodes[edge.tail].moves.append(_move(edge, nodes[edge.head]))
    for name, node in nodes.items():
        if not node.moves and node.payoffs is None:
            label = graph.nodes[name].attributes.get("label", name)
            node.payoffs = _numbers(label)
            is_shared = sum(edge.head == name for edge in graph.edges) > 1
            if parse_number(name) is not None and not is_shared:
                node.name = ""  # A -> 3: the name of the end is its payoff
    names = tuple(token.word for token in tokens_of(graph.attributes.get("players", ""), 1))
    return Draft(_root(graph, nodes), names, graph.attributes.get("label", ""))


def _root(graph: DotGraph, nodes: dict[str, DraftNode]) -> DraftNode:
    heads = {edge.head for edge in graph.edges}
    roots = [name for name in nodes if name not in heads]
    if len(roots) == 1:
        return nodes[roots[0]]
    if not nodes:
        raise InputError("the graph is empty: it needs nodes and edges, such as A -> B")
    if not roots:
        raise InputError("every node has an edge to it: a game tree has a root, and no cycles")
    raise InputError(
        f"the nodes {', '.join(roots[:4])} have no edge to them: a tree has one such node, the root"
    )


def _node(given: DotNode) -> DraftNode:
    about = given.attributes
    name = about.get("name", "" if NAMELESS.fullmatch(given.name) else given.name)
    node = DraftNode(given.where, name, about.get("player"), info=about.get("info", ""))
    for key in ("payoffs", "eval"):
        if key in about:
            numbers = _numbers(about[key])
            if numbers is None:
                raise InputError(f"{given.where}: {key}={about[key]!r} is not a list of numbers")
            if key == "eval":
                node.evaluation = numbers
            else:
                node.payoffs = numbers
    return node


def _move(edge: DotEdge, to: DraftNode) -> DraftMove:
    about = edge.attributes
    noisy = about.get("noisy", "false").lower()
    if noisy not in TRUE + FALSE:
        raise InputError(f"{edge.where}: noisy={about['noisy']!r} is neither true nor false")
    move = DraftMove(to, about.get("move", about.get("label", "")), noisy in TRUE)
    if "p" in about:
        move.probability = parse_probability(about["p"])
        if move.probability is None:
            raise InputError(
                f"{edge.where}: p={about['p']!r} is no probability, such as 0.5 or 1/2"
            )
    return move


def _numbers(text: str) -> Numbers | None:
    numbers = [parse_number(word) for word in text.replace(",", " ").split()]
    if not numbers or None in numbers:
        return None
    found = [number for number in numbers if number is not None]
    return found if len(found) > 1 else found[0]
