"""Which nodes of a large tree are shown, so that a person can take them in."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

from counterplay.drawing.tree import Node

MOST_NODES = 160
MOST_CHILDREN = 16


@dataclass(frozen=True)
class Shown:
    """A node that is shown, those below it that are, and how many below it are not."""

    node: Node
    children: tuple[Shown, ...]
    hidden: int

    def nearest(self, node: Node) -> Node:
        """The node itself, or the one above it that is shown."""
        shown, at = self, self.node
        for depth in range(1, node.depth + 1):
            steps = (c for c in shown.children if c.node.path == node.path[:depth])
            following = next(steps, None)
            if following is None:
                break
            shown, at = following, following.node
        return at


def crop(
    root: Node,
    line: Collection[int] = (),
    most_nodes: int = MOST_NODES,
    most_children: int = MOST_CHILDREN,
) -> Shown:
    """The best line and, breadth first, as many other nodes as there is room for."""
    kept = {root, *(node for node in root.below() if node.number in line)}
    queue = deque([root])
    while queue:
        children = queue.popleft().children
        room = len(children) if len(children) <= most_children else most_children - 1
        for child in children[:room]:
            if len(kept) < most_nodes:
                kept.add(child)
        queue.extend(child for child in children if child in kept)
    return _shown(root, kept)


def _shown(node: Node, kept: Collection[Node]) -> Shown:
    children = tuple(_shown(child, kept) for child in node.children if child in kept)
    left_out = [child for child in node.children if child not in kept]
    hidden = sum(1 + sum(1 for _ in child.below()) for child in left_out)
    return Shown(node, children, hidden)
