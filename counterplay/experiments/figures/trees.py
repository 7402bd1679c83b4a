"""Uniform trees as games: b moves at each of m plies, MAX and MIN in turn.

A leaf's value is computed when it is asked for, from the seed and the way to it, so that no tree
is ever stored. Three orders of the moves:

    random    leaf values are independent and, in effect, never equal
    perfect   at every node the best move comes first
    worst     at every node the moves go strictly from the worst to the best

For the last two the values are made from the top down. A node is given its value v; one of its
children, the best for the mover, gets v too, and every other one gets something worse for the
mover: less than v below MAX, more than v below MIN. So v is the node's minimax value.

The order alone does not make the worst case: a move that is last and least at its node may still
be so bad that alpha-beta refuses it because of a choice further up. So the losses shrink from ply
to ply, the loss by one rank at a ply being more than all losses below it together. Then each
node's value lies strictly between alpha and beta there, nothing is ever cut off, and all b^m
leaves are evaluated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Order: TypeAlias = Literal["perfect", "random", "worst"]
State: TypeAlias = tuple[int, int]
"""The ply, and the number of the node among those of its ply."""

ORDERS: tuple[Order, ...] = ("perfect", "random", "worst")
WORD = 2**64
ENDS = 2**40


def mix(seed: int, number: int) -> int:
    """Well mixed 64 bits from a seed and a number (splitmix64: Steele, Lea and Flood 2014)."""
    z = (seed * 0xD1342543DE82EF95 + (number + 1) * 0x9E3779B97F4A7C15) % WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


class Uniform:
    """A uniform tree; `leaf(i)` is what MAX gets at the i-th leaf, counted from the left."""

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
    """A uniform tree whose moves come in the given order.

    `ends` is the number of different values that leaves of a random tree have: few of them make
    many ties. They lie around 0.
    """
    if order == "random":
        return Uniform(branching, depth, lambda i: mix(seed, i) % ends - ends // 2)
    return Uniform(branching, depth, lambda i: made(branching, depth, order, seed, i))


def made(branching: int, depth: int, order: Order, seed: int, leaf: int) -> int:
    """The value of a leaf in a tree made from the top down."""
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
    """The same game, which remembers whose payoff was asked for: the distinct ends looked at."""

    def __init__(self, game: Uniform) -> None:
        self.game, self.root = game, game.root
        self.player, self.actions = game.player, game.actions
        self.result, self.terminal = game.result, game.terminal
        self.seen: set[State] = set()

    def utility(self, s: State, p: int) -> float:
        self.seen.add(s)
        return self.game.utility(s, p)
