"""Write a tree in the text format that `text.py` reads."""

from __future__ import annotations

import json
from collections.abc import Iterator

from counterplay.core.game.facts import CHANCE
from counterplay.games.tree.model import MARKS, ROOT, Move, Tree
from counterplay.games.tree.numbers import parse_number, show_probability
from counterplay.games.tree.shared import possible_turns, short
from counterplay.games.tree.tokens import quoted

INDENT = "  "


def write_text(tree: Tree) -> str:
    """Return the tree as text, one node a line. A shared node is written where it comes first."""
    lines = []
    if tree.title:
        lines.append(f"title: {quoted_title(tree.title)}")
    if tree.names != tree.default_names or tree.players == 1:
        lines.append(f"players: {' '.join(map(quoted, tree.names))}")
    return "".join(f"{line}\n" for line in (*lines, *_nodes(tree)))


def quoted_title(title: str) -> str:
    """The title as it is written: in quotation marks if it has quotation marks or signs."""
    is_plain = all(quoted(word.rstrip(":,")) == word.rstrip(":,") for word in title.split(" "))
    return title if is_plain else json.dumps(title, ensure_ascii=False)


def _nodes(tree: Tree) -> Iterator[str]:
    turns = possible_turns(tree)
    written: set[int] = set()
    stack: list[tuple[int, int, Move | None, int]] = [(0, 0, None, 0)]
    while stack:
        i, depth, move, number = stack.pop()
        words = _node_words(tree, i, turns[i])
        if i in written:
            words = [quoted_name(tree.nodes[i].name)]
        before = [] if move is None else _move_words(move, number)
        if move is None:
            words = words if tree.nodes[i].name else [ROOT, *words]
        elif not before and not words:
            before = [str(number)]
        move_text = f"{' '.join(before)}: " if before else ""
        yield f"{INDENT * depth}{move_text}{' '.join(words)}".rstrip()
        if i not in written:
            written.add(i)
            below = [(m.to, depth + 1, m, n) for n, m in enumerate(tree.nodes[i].moves, 1)]
            stack += reversed(below)


def _node_words(tree: Tree, i: int, turns: set[int]) -> list[str]:
    node = tree.nodes[i]
    words = [quoted_name(node.name)] if node.name else []
    if node.moves and node.player != CHANCE and turns != {node.player}:
        words.append(f"player={quoted(tree.names[node.player])}")
    if node.evaluation:
        words.append(f"eval={','.join(short(node.evaluation))}")
    if node.info:
        words.append(f"info={quoted(node.info)}")
    return [*words, *short(node.payoffs)]


def _move_words(move: Move, number: int) -> list[str]:
    words = [] if move.label == str(number) else [quoted(move.label, MARKS)]
    if move.noisy:
        words.append("noisy")
    if move.probability is not None:
        words.append(f"p={show_probability(move.probability)}")
    return words


def quoted_name(name: str) -> str:
    """The name of a node as it is written: in quotation marks if it looks like something else."""
    return quoted(name, (name,) if parse_number(name) is not None or name in MARKS else ())
