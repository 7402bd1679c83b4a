"""SSS*: best-first search over the strategies of MAX (Stockman 1979).

A strategy of MAX has one move at each MAX node and every reply at each MIN node. It earns the
smallest of its leaves, and the game is worth the most that any strategy earns. SSS* grows many
strategies at once, and always the one that can still earn the most. The list OPEN contains (node,
LIVE or SOLVED, h), where h is an upper bound on what its strategy earns. The entry with the largest
h is taken first; among equals, the leftmost node.

    LIVE, a leaf               put it back SOLVED, h = min(h, its value)
    LIVE, MAX moves            put in all its children LIVE: any of them can be the move
    LIVE, MIN moves            put in its first child LIVE: all of them must be searched in turn
    SOLVED, below a MAX node   the parent is SOLVED, and everything else below it is dropped
    SOLVED, below a MIN node   put in the next child LIVE; after the last, the parent is SOLVED

When the root is SOLVED, its h is the value. SSS* evaluates only leaves that alpha-beta evaluates
too (Roizen and Pearl 1983; this needs the leftmost among equals), so it never evaluates more. The
price is the OPEN list of b^(m/2) entries. MTD(f) from +inf does the same by depth-first searches
with a table. Players need not alternate: what counts is who moves at the parent.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import Any

from counterplay.textbook.arguments import begin, state_value
from counterplay.textbook.decision import Decision, Evaluate, TextbookGame, decide

LIVE, SOLVED = False, True
Address = tuple[int, ...]
"""A node: the index of each move on the path to it. Smaller is further to the left."""


class Tree:
    """The generated part of the game tree: states and moves by address."""

    def __init__(self, game: TextbookGame, state: Any) -> None:
        self.game, self.max_player = game, game.player(state)
        self.states: dict[Address, Any] = {(): state}
        self.moves: dict[Address, list[Any]] = {}

    def path(self, node: Address) -> tuple[Any, ...]:
        """Return the moves from the root to a node."""
        return tuple(self.moves[node[:i]][index] for i, index in enumerate(node))

    def is_max(self, node: Address) -> bool:
        """Return whether MAX moves at a node."""
        return self.game.player(self.states[node]) == self.max_player

    def add_child(self, node: Address, index: int) -> Address:
        """Generate one child of an opened node; return its address."""
        self.states[*node, index] = self.game.result(self.states[node], self.moves[node][index])
        return (*node, index)


def sss(
    game: TextbookGame,
    state: Any,
    *,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    trace: bool = False,
) -> Decision:
    """Return the same decision as minimax, from a subset of the leaves of alpha-beta."""
    log, max_player = begin(game, state, "sss", depth, trace)
    leaf_value = state_value(game, evaluate, max_player)
    tree = Tree(game, state)
    searched: set[Address] = set()
    solved: dict[Address, Any] = {}  # the inner nodes that are SOLVED, with their best move
    open_list: list[tuple[float, Address, bool]] = [(-inf, (), LIVE)]  # -h: the heap is a min-heap

    def put(h: float, node: Address, status: bool) -> None:
        heappush(open_list, (-h, node, status))

    def expand(h: float, node: Address) -> None:
        """Take a LIVE node off OPEN."""
        s = tree.states[node]
        searched.add(node)
        if game.terminal(s) or len(node) == depth:
            value = leaf_value(s)
            log.step(tree.path(node), "leaf", value, note=f"h = {min(h, value)}")
            put(min(h, value), node, SOLVED)
            return
        moves = tree.moves[node] = list(game.actions(s))
        kind = "max" if tree.is_max(node) else "min"
        log.step(tree.path(node), "open", None, kind, tuple(moves), f"h = {h}")
        for index in range(len(moves) if tree.is_max(node) else 1):
            put(h, tree.add_child(node, index), LIVE)

    def go_up(h: float, node: Address) -> None:
        """Take a SOLVED node off OPEN."""
        parent, index = node[:-1], node[-1]
        if not tree.is_max(parent) and index + 1 < len(tree.moves[parent]):
            put(h, tree.add_child(parent, index + 1), LIVE)
            return
        solved[parent] = tree.moves[parent][index]
        log.step(tree.path(parent), "leave", h)
        put(h, parent, SOLVED)

    while True:
        negative, node, status = heappop(open_list)
        if any(node[:i] in solved for i in range(len(node))):
            continue  # dropped with everything else below a SOLVED node
        if status == LIVE:
            expand(-negative, node)
        elif node:
            go_up(-negative, node)
        else:
            break
    for node, moves in tree.moves.items():
        for index in range(len(moves)):
            if (*node, index) not in searched:
                path = tree.path((*node, index))
                log.step(path, "prune", note="another strategy earns as much")
    return decide(solved[()], -negative, log)
