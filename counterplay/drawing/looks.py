"""Nodes of a drawn tree that look alike to the player who moves there."""

from __future__ import annotations

from collections import Counter
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.knowledge import knowledge, tells_knowledge
from counterplay.core.game.position import Position
from counterplay.drawing.tree import LEAVES, Node
from counterplay.games.tree import tree_of


def mark_alike(root: Node, game: Any, state: Any) -> None:
    """Give the nodes of each information set the same name, if there are several of them drawn.

    The name is the one that a tree gives; in other games sets are numbered from 1.
    """
    if not isinstance(game, Game) or not game.facts.hidden or not tells_knowledge(game):
        return
    given, keys = tree_of(game), dict[int, tuple[int, int]]()
    waiting, nodes = [(root, Position(game, state))], list[Node]()
    while waiting:
        node, here = waiting.pop()
        if node.kind in LEAVES or here.is_over:
            continue
        if here.turn >= 0:
            keys[id(node)] = here.turn, knowledge(here, here.turn)
            node.alike = given.nodes[here.state.node].info if given else ""
            nodes.append(node)
        waiting += [(child, here.play(child.path[-1])) for child in reversed(node.children)]
    many = Counter(keys.values())
    numbers: dict[tuple[int, int], int] = {}
    for node in nodes:
        key = keys[id(node)]
        if many[key] == 1:
            node.alike = ""
        elif not node.alike:
            node.alike = str(numbers.setdefault(key, len(numbers) + 1))
