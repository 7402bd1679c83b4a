"""What the writers of all forms share: short numbers, and whose turn it is at a node."""

from __future__ import annotations

from collections.abc import Sequence

from counterplay.games.tree.model import Tree, next_turn
from counterplay.games.tree.numbers import show_number


def short(numbers: Sequence[float]) -> list[str]:
    """The numbers of all players as text; only the first if the second is its negative."""
    opposite = len(numbers) == 2 and numbers[0] == -numbers[1]
    return [show_number(n) for n in (numbers[:1] if opposite else numbers)]


def possible_turns(tree: Tree) -> list[set[int]]:
    """Return, for each node, whose turn it can be if players alternate."""
    turns: list[set[int]] = [set() for _ in tree.nodes]
    stack = [(0, 0)]
    while stack:
        i, turn = stack.pop()
        if turn in turns[i]:
            continue
        turns[i].add(turn)
        after = next_turn(tree.nodes[i].player, turn, tree.players)
        stack += [(move.to, after) for move in tree.nodes[i].moves]
    return turns
