"""Estimate how many nodes a search without pruning would visit.

Knuth (1975), Estimating the efficiency of backtrack programs: follow a random path from the root.
The product of the numbers of moves along it is an unbiased estimate of the nodes at each depth. A
roll of dice has nodes, but costs no depth.
"""

from __future__ import annotations

from random import Random

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position

PROBES = 64


def can_list(game: Game) -> bool:
    """Whether all outcomes of a roll are known, and not only samples of them."""
    return not game.facts.chance or "chance" in game.functions


def tree_size(position: Position, depth: int, seed: int, probes: int = PROBES) -> float:
    """The estimated number of nodes of the game tree to a depth, the root included."""
    rng = Random(f"tree {seed}")
    return sum(_probe(position, depth, rng) for _ in range(probes)) / probes


def _probe(position: Position, depth: int, rng: Random) -> float:
    game, s = position.game, position.state
    nodes, width = 1.0, 1.0
    while depth > 0 and not game.terminal(s):
        if game.player(s) == CHANCE:
            moves = [outcome for outcome, _ in game.chance(s)]
        else:
            moves = game.actions(s)
            depth -= 1
        width *= len(moves)
        nodes += width
        s = game.result(s, rng.choice(moves))
    return nodes
