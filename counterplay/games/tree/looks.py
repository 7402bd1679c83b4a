"""Nodes of a tree that look alike: what each player knows at each node.

A player learns something only when it moves: which of its information sets the node is in. A
node without a mark is a set of its own. Between its moves a player knows its last set and its move
there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from counterplay.games.tree.model import Node, Tree

Known = tuple[str, str]
"""An information set and the move that the player made there; empty texts before the first."""
Refuse = Callable[[int, str], NoReturn]
"""refuse(i, what): raise an error about node i."""


def require_sets(tree: Tree, refuse: Refuse) -> None:
    """Refuse information sets that no player can have, with a sentence about a node."""
    if not tree.is_hidden:
        return
    parents = [0] * len(tree.nodes)
    for node in tree.nodes:
        for move in node.moves:
            parents[move.to] += 1
    for i, count in enumerate(parents):
        if count > 1:
            refuse(i, "is shared, but a tree with info has no shared nodes: write it twice")
    first: dict[str, int] = {}
    before = last_known(tree)
    for i, node in enumerate(tree.nodes):
        if not node.info:
            continue
        other = first.setdefault(node.info, i)
        fault = _difference(tree, node, tree.nodes[other], before[i], before[other])
        if fault:
            refuse(i, f"has info={node.info} like node {tree.nodes[other].path}, but {fault}")


def _difference(tree: Tree, a: Node, b: Node, a_knew: list[Known], b_knew: list[Known]) -> str:
    """Why a player can tell two nodes apart; empty if it cannot."""
    if a.player != b.player:
        return f"{tree.names[a.player]} moves here and {tree.names[b.player]} there"
    ours, theirs = ([move.label for move in node.moves] for node in (a, b))
    if ours != theirs:
        return f"its moves are {', '.join(ours)}, and there {', '.join(theirs)}"
    if a_knew[a.player] != b_knew[a.player]:
        return f"{tree.names[a.player]} could tell them apart by its own moves before them"
    return ""


def set_of(node: Node) -> str:
    """The information set of a node where a player moves: its mark, or its path."""
    return f"info {node.info}" if node.info else node.path


def last_known(tree: Tree) -> list[list[Known]]:
    """For each node and player, the player's last information set before it, and its move there."""
    nothing: Known = ("", "")
    known = [[nothing] * tree.players for _ in tree.nodes]
    for i, node in enumerate(tree.nodes):  # breadth first: parents come before their children
        for move in node.moves:
            known[move.to] = list(known[i])
            if node.player >= 0:
                known[move.to][node.player] = (set_of(node), move.label)
    return known


def known_numbers(tree: Tree) -> list[list[int]]:
    """For each node and player, a number that stands for what the player knows there."""
    numbers: dict[tuple[int, object], int] = {}
    rows = []
    for node, before in zip(tree.nodes, last_known(tree), strict=True):
        keys = [
            (p, set_of(node) if node.moves and node.player == p else before[p])
            for p in range(tree.players)
        ]
        rows.append([numbers.setdefault(key, len(numbers)) for key in keys])
    return rows
