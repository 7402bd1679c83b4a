"""Uniform trees as games: b moves at each of m plies, MAX and MIN in turn.

The value of a leaf is computed when it is needed, from the seed and the path, so no tree is stored.
There are three orders of the moves:

    random    leaf values are independent and practically never equal
    perfect   at every node the best move comes first
    worst     at every node the moves go strictly from the worst to the best

For the last two, values are generated from the top down. If a node has the value v, its best child
gets v too, and every other child gets a worse value for the player to move: less than v below MAX,
more than v below MIN. So v is the minimax value of the node.

The order alone is not the worst case: a move can be so bad that alpha-beta refutes it by a choice
further up. So the differences become smaller from ply to ply: one rank at a ply is more than all
differences below it together. Then the value of each node lies strictly between alpha and beta, no
move is ever cut off, and all b^m leaves are evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Order: TypeAlias = Literal["perfect", "random", "worst"]
State: TypeAlias = tuple[int, int]
"""The ply, and the index of the node in its ply."""

ORDERS: tuple[Order, ...] = ("perfect", "random", "worst")
WORD = 2**64
ENDS = 2**40


def mix(seed: int, number: int) -> int:
    """Return 64 pseudo-random bits from a seed and a number (splitmix64, 2014)."""
    z = (seed * 0xD1342543DE82EF95 + (number + 1) * 0x9E3779B97F4A7C15) % WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


class Uniform:
    """A uniform tree; `leaf(i)` is the payoff of MAX at the i-th leaf from the left."""

    def __init__(self, branching: int, depth: int, leaf: Callable[[int], float]) -> None:
        self.branching, self.depth, self.leaf = branching, depth, leaf
        self.root: State = (0, 0)

    def player(self, s: State) -> int:
        return s[0] % 2

    def actions(self, s: State) -> range:
        return range(self.branching)

    def result(self, s: State, a: int) -> State:
        return s[0] + 1, s[1] * self.branching + a

    def terminal(self, s: State) -> bool:
        return s[0] == self.depth

    def utility(self, s: State, p: int) -> float:
        return self.leaf(s[1]) if p == 0 else -self.leaf(s[1])


def uniform(branching: int, depth: int, order: Order, seed: int, ends: int = ENDS) -> Uniform:
    """Return a uniform tree with its moves in the given order.

    `ends` is the number of different leaf values of a random tree. They lie around 0; a small
    number gives many ties.
    """
    if order == "random":
        return Uniform(branching, depth, lambda i: mix(seed, i) % ends - ends // 2)
    return Uniform(branching, depth, lambda i: ordered_leaf(branching, depth, order, seed, i))


def ordered_leaf(branching: int, depth: int, order: Order, seed: int, leaf: int) -> int:
    """Return the value of a leaf of a perfectly or worst ordered tree."""
    value, node = 0, 1
    for ply in range(depth):
        move = leaf // branching ** (depth - 1 - ply) % branching
        node = node * branching + move
        worse = move if order == "perfect" else branching - 1 - move
        if worse:
            rank = 4 * (4 * branching) ** (depth - 1 - ply)
            loss = worse * rank + mix(seed, node) % (rank // 2)
            value += loss if ply % 2 else -loss
    return value


class Counted:
    """The same game; `seen` collects the leaves that were evaluated."""

    def __init__(self, game: Uniform) -> None:
        self.game, self.root = game, game.root
        self.player, self.actions = game.player, game.actions
        self.result, self.terminal = game.result, game.terminal
        self.seen: set[State] = set()

    def utility(self, s: State, p: int) -> float:
        self.seen.add(s)
        return self.game.utility(s, p)
