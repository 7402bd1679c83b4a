"""Write a tree as the DOT that `dot.py` reads. Graphviz draws it: `dot -Tsvg`."""

from __future__ import annotations

from collections.abc import Iterator

from counterplay.core.game.facts import CHANCE
from counterplay.games.tree.dot import NAMELESS
from counterplay.games.tree.model import Move, Node, Tree
from counterplay.games.tree.numbers import show_probability
from counterplay.games.tree.shared import possible_turns, short
from counterplay.games.tree.tokens import quoted as word

SHAPES = {0: "triangle", 1: "invtriangle", CHANCE: "circle"}


def write_dot(tree: Tree) -> str:
    """Return the tree as DOT, with the shapes of the book for MAX, MIN and chance."""
    turns = possible_turns(tree)
    lines = ["digraph {", "  node [shape=box];"]
    about = {"label": tree.title} if tree.title else {}
    if tree.names != tree.default_names or tree.players == 1:
        about["players"] = " ".join(map(word, tree.names))
    lines += [f"  {name}={quoted(value)};" for name, value in about.items()]
    for i, node in enumerate(tree.nodes):
        lines.append(f"  {_id(i, node)} [{_listed(_about(tree, node, turns[i]))}];")
    for i, node in enumerate(tree.nodes):
        for number, move in enumerate(node.moves, 1):
            head = _id(move.to, tree.nodes[move.to])
            lines.append(f"  {_id(i, node)} -> {head} [{_listed(_about_move(move, number))}];")
    return "\n".join([*lines, "}", ""])


def _id(i: int, node: Node) -> str:
    is_free = node.name and not NAMELESS.fullmatch(node.name)
    return quoted(node.name) if is_free else f"_{i}"


def _about(tree: Tree, node: Node, turns: set[int]) -> Iterator[tuple[str, str]]:
    if NAMELESS.fullmatch(node.name):
        yield "name", node.name
    if not node.moves:
        payoffs = " ".join(short(node.payoffs))
        yield "payoffs", payoffs
        yield "label", f"{node.name}\n{payoffs}".strip()
        return
    zero_sum = tree.is_zero_sum or node.player == CHANCE
    yield "label", node.name
    yield "shape", SHAPES.get(node.player, "box") if zero_sum else "box"
    if node.player != CHANCE and turns != {node.player}:
        yield "player", tree.names[node.player]
    if node.evaluation:
        yield "eval", " ".join(short(node.evaluation))
    if node.info:
        yield "info", node.info


def _about_move(move: Move, number: int) -> Iterator[tuple[str, str]]:
    if move.probability is None:
        yield "label", move.label
    else:
        probability = show_probability(move.probability)
        yield "label", f"{move.label} ({probability})"
        yield "move", move.label
        yield "p", probability
    if move.noisy:
        yield "noisy", "true"


def _listed(attributes: Iterator[tuple[str, str]]) -> str:
    return ", ".join(f"{name}={quoted(value)}" for name, value in attributes)


def quoted(text: str) -> str:
    """The text in the quotation marks of DOT."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
