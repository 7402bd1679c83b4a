"""Metareasoning: search where one more node is most likely to change the decision.

(Russell and Wefald 1989; the leaves that must change together are the conspirators of McAllester
1988.) A search to a fixed depth spends most nodes on lines that cannot matter. Alpha-beta leaves
out those that provably do not. This search asks for more: is one more node worth its time?

    the decision    the move A with the best backed-up evaluation a; the next best is worth b
    it changes      if A falls below b, if another move rises above a, or if both meet halfway
    a leaf          an open leaf rises or falls by x or more with the probability of a normal
                    error of deviation `sigma`; an end of the game never changes
    a MAX node      rises if one child rises, so the most likely child; falls if all fall
    a MIN node      the other way round

The likeliest way to change the decision is found, and the least likely leaf of it is expanded: if
that leaf stays as it is, this way is closed. The search stops if the probability is `worth` or
less, if nothing can change the decision any more, or after `nodes` states. With `worth` 0 and
enough nodes the decision is that of minimax.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import erfc, inf, sqrt
from typing import Any

from counterplay.textbook.arguments import begin, no_evaluation
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide
from counterplay.textbook.log import Log


@dataclass(eq=False)
class Node:
    """A node of the tree so far. `value` is backed up; an open leaf has its evaluation."""

    path: tuple[Any, ...]
    state: Any
    is_max: bool
    ended: bool
    value: float
    children: list[Node] = field(default_factory=list)


Way = tuple[float, Node | None]
"""How likely a value passes a target, and the leaf to expand; None if it is past it already."""


def likelihood(node: Node, target: float, up: bool, sigma: float) -> Way:
    """Return how likely the value of a node rises above (or falls below) a target."""
    if node.value > target if up else node.value < target:
        return 1.0, None
    if node.ended:
        return 0.0, None
    if not node.children:
        return 0.5 * erfc(abs(target - node.value) / (sigma * sqrt(2))), node
    ways = [likelihood(child, target, up, sigma) for child in node.children]
    if node.is_max == up:  # one child is enough
        return max(ways, key=lambda way: way[0])
    product = 1.0
    for probability, _ in ways:
        product *= probability
    return product, min(ways, key=lambda way: way[0])[1]


def extreme(node: Node, up: bool) -> float:
    """Return the highest (or lowest) value that a node can still get from its open leaves."""
    if node.ended or not node.children:
        return node.value if node.ended else inf if up else -inf
    choose = max if node.is_max else min
    return choose(extreme(child, up) for child in node.children)


def likeliest_change(root: Node, sigma: float) -> Way:
    """Return how likely the decision changes, and the leaf to expand for it."""
    best = max(root.children, key=lambda child: child.value)
    lowest = extreme(best, False)
    ways: list[Way] = [(0.0, None)]
    for other in root.children:
        if other is best:
            continue
        ways.append(likelihood(best, other.value, False, sigma))
        ways.append(likelihood(other, best.value, True, sigma))
        low, high = max(lowest, other.value), min(extreme(other, True), best.value)
        if low < high:  # both change and meet halfway
            falls = likelihood(best, (low + high) / 2, False, sigma)
            rises = likelihood(other, (low + high) / 2, True, sigma)
            ways.append((falls[0] * rises[0], min(falls, rises, key=lambda way: way[0])[1]))
    return max(ways, key=lambda way: way[0])


def metareasoning(
    game: TextbookGame,
    state: Any,
    *,
    evaluate: Evaluate | None = None,
    trace: bool = False,
    nodes: int = 200,
    sigma: float = 1,
    worth: float = 0,
) -> Decision:
    """Return the best move after at most `nodes` states, and its backed-up value."""
    if nodes < 1 or sigma <= 0 or not 0 <= worth < 1:
        raise ValueError(f"nodes={nodes}, sigma={sigma}, worth={worth}: give at least one node, a "
                         "deviation above 0 and a probability from 0 to below 1")  # fmt: skip
    log, max_player = begin(game, state, "metareasoning", trace=trace)
    evaluation = evaluate or no_evaluation

    def node_of(path: tuple[Any, ...], s: Any) -> Node:
        ended = game.terminal(s)
        value = game.utility(s, max_player) if ended else evaluation(s, max_player)
        log.step(path, "leaf", value, note="" if ended else "an open leaf")
        return Node(path, s, not ended and game.player(s) == max_player, ended, value)

    def expand(node: Node, note: str) -> None:
        moves = list(game.actions(node.state))
        log.step(node.path, "open", None, "max" if node.is_max else "min", tuple(moves), note)
        log.nodes -= node is not root  # it was counted as a leaf
        node.children = [node_of((*node.path, a), game.result(node.state, a)) for a in moves]

    root = Node((), state, True, False, 0)
    expand(root, "")
    back_up(root, log)
    while log.nodes < nodes:
        probability, leaf = likeliest_change(root, sigma)
        if leaf is None or probability <= worth:
            break
        expand(leaf, f"the decision changes here with probability {probability:.3f}")
        back_up(root, log, leaf.path)
    best = max(root.children, key=lambda child: child.value)
    return decide(best.path[0], best.value, log)


def back_up(root: Node, log: Log, path: tuple[Any, ...] = ()) -> None:
    """Update the values of the nodes on a path, from its end to the root."""
    line = [root]
    for depth in range(len(path)):
        line.append(next(c for c in line[-1].children if c.path == path[: depth + 1]))
    for node in reversed(line):
        values = [child.value for child in node.children]
        node.value = max(values) if node.is_max else min(values)
        log.step(node.path, "leave", node.value)
