"""Estimate how many nodes minimax would visit.

Knuth (1975), Estimating the efficiency of backtrack programs: follow a random path from the root.
The product of the numbers of moves along it is an unbiased estimate of the nodes at each depth.
"""

from __future__ import annotations

from random import Random

from counterplay.core.game.position import Position

PROBES = 64


def tree_size(position: Position, depth: int, seed: int, probes: int = PROBES) -> float:
    """The estimated number of nodes of the game tree to a depth, the root included."""
    rng = Random(f"tree {seed}")
    return sum(_probe(position, depth, rng) for _ in range(probes)) / probes


def _probe(position: Position, depth: int, rng: Random) -> float:
    game, s = position.game, position.state
    nodes, width = 1.0, 1.0
    for _ in range(depth):
        if game.terminal(s):
            break
        moves = game.actions(s)
        width *= len(moves)
        nodes += width
        s = game.result(s, rng.choice(moves))
    return nodes
