"""Selection of the nodes of a large tree that are drawn."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

from counterplay.drawing.tree import Node

MOST_NODES = 160
MOST_CHILDREN = 16


@dataclass(frozen=True)
class Shown:
    """A drawn node, its drawn children, and the number of hidden nodes below it."""

    node: Node
    children: tuple[Shown, ...]
    hidden: int

    def nearest(self, node: Node) -> Node:
        """Return the node itself if it is drawn, else its nearest ancestor that is."""
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
    """Select the best line and, breadth first, at most `most_nodes` nodes in all."""
    selected = {root, *(node for node in root.below() if node.number in line)}
    queue = deque([root])
    while queue:
        children = queue.popleft().children
        room = len(children) if len(children) <= most_children else most_children - 1
        for child in children[:room]:
            if len(selected) < most_nodes:
                selected.add(child)
        queue.extend(child for child in children if child in selected)
    return _shown(root, selected)


def _shown(node: Node, selected: Collection[Node]) -> Shown:
    children = tuple(_shown(child, selected) for child in node.children if child in selected)
    hidden_children = [child for child in node.children if child not in selected]
    hidden = sum(1 + sum(1 for _ in child.below()) for child in hidden_children)
    return Shown(node, children, hidden)
