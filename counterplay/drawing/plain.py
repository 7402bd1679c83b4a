"""A tree as it is before a search: its players, its moves and the payoffs of its leaves."""

from __future__ import annotations

from dataclasses import replace

from counterplay.core.game.position import Position
from counterplay.drawing.explanation import Explanation, NodeInfo, Step
from counterplay.drawing.formatting import format_value
from counterplay.drawing.svg import svg
from counterplay.drawing.tracing import traced
from counterplay.textbook.catalogue import ALGORITHMS, Algorithm


def plain(explanation: Explanation) -> Explanation:
    """The tree of an explanation, with one step, in which nothing is searched."""
    nodes = explanation.tree.nodes
    infos = {node.number: NodeInfo("done", text=format_value(node.payoff)) for node in nodes}
    step = Step(explanation.tree.root, "open", explanation.title, infos)
    return replace(explanation, steps=(step,), line=frozenset())


def plain_svg(explanation: Explanation) -> str:
    """The picture of the tree of an explanation before the search."""
    return svg(plain(explanation), caption=False)


def whole_search(position: Position) -> Explanation:
    """The search of every node below a position, by the algorithm for such a game."""
    return traced(position, exhaustive(position))


def exhaustive(position: Position) -> Algorithm:
    """The algorithm that searches the whole tree of a position and prunes nothing."""
    facts = position.game.facts
    is_for_two = facts.players == 2 and facts.total is not None
    name = "expectiminimax" if facts.chance else "minimax"
    return ALGORITHMS[name if is_for_two else "maxn"]
