"""The levels of difficulty: how large the random trees are, and what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from counterplay.core.game.errors import InputError


@dataclass(frozen=True)
class Level:
    """One level.

    plies         the fewest and the most plies of a random tree
    moves         the fewest and the most moves of a node
    leaves        the most leaves
    kinds         the kinds of questions that are asked
    shows_ranges  whether the picture shows which values each node can still have
    chance        the share of trees with chance nodes
    """

    plies: tuple[int, int]
    moves: tuple[int, int]
    leaves: int
    kinds: tuple[str, ...]
    shows_ranges: bool = False
    chance: float = 0.0


LEVELS = {
    1: Level((2, 2), (2, 3), 9, ("value", "move", "cutoff", "leaves"), shows_ranges=True),
    2: Level((3, 3), (2, 3), 14, ("value", "move", "cutoff", "window", "leaf", "leaves")),
    3: Level(
        (3, 4), (2, 3), 18, ("value", "move", "window", "leaf", "pruned", "leaves"), chance=0.25
    ),
}
LOWEST, HIGHEST = -9, 30
"""The range of the payoffs. Those of one tree are all different."""
ODDS = ((0.5, 0.5), (0.25, 0.75), (0.9, 0.1), (0.6, 0.4))


def level_of(number: int) -> Level:
    """Return a level by its number."""
    if number not in LEVELS:
        raise InputError(f"there is no level {number}: there are 1 (easy) to {len(LEVELS)} (hard)")
    return LEVELS[number]


def random_tree(random: Random, level: Level, chance: bool = False) -> Any:
    """Return a random tree as nested lists; with `chance`, every other row is chance nodes."""
    while True:
        shape = _shape(random, level, random.randint(*level.plies))
        count = _leaves(shape)
        if count <= level.leaves:
            break
    payoffs = iter(random.sample(range(LOWEST, HIGHEST + 1), count))
    return _with_payoffs(shape, payoffs, random if chance else None)


def _shape(random: Random, level: Level, plies: int) -> Any:
    if plies == 0:
        return None
    return [_shape(random, level, plies - 1) for _ in range(random.randint(*level.moves))]


def _leaves(shape: Any) -> int:
    return 1 if shape is None else sum(map(_leaves, shape))


def _with_payoffs(shape: Any, payoffs: Any, random: Random | None, depth: int = 0) -> Any:
    """Fill in payoffs from the left. With `random`, nodes at odd depths become chance nodes."""
    if shape is None:
        return next(payoffs)
    if random is None or depth % 2 == 0:
        return [_with_payoffs(one, payoffs, random, depth + 1) for one in shape]
    pair = [_with_payoffs(one, payoffs, random, depth + 1) for one in shape[:2]]
    return {"chance": [[p, node] for p, node in zip(random.choice(ODDS), pair, strict=True)]}
