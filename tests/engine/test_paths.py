"""Draws that depend on the path: the search agrees with play along every single path.

The reference walks positions, which know their path, and keeps no table. The graphs are full of
cycles, so that one node is met on paths that make it worth different things: the traps in which
a table that forgets the path answers wrongly (the graph-history problem).
"""

import random
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp

GAME = Path(__file__).parents[1] / "data" / "games" / "roundabout.py"
NODES, FLOOR = 9, 3
RULES: dict[str, dict[str, Any]] = {
    "a second occurrence draws": {"repetition": 2},
    "a third occurrence draws": {"repetition": 3},
    "no position comes back": {"repetition": 0, "superko": True},
    "four plies without progress draw": {"repetition": 0, "no_progress": 4},
}


def random_graph(rng: random.Random) -> dict[str, list[int]]:
    """Three floors; each node leads to nodes of its own floor and the next, or ends the game."""
    edges = []
    for node in range(NODES):
        floor = node // FLOOR
        near = [n for n in range(NODES) if n // FLOOR in (floor, floor + 1) and n != node]
        followers = [n for n in near if rng.random() < 0.45]
        edges.append(sum(1 << n for n in followers))
    edges[NODES - 1] = 0  # somewhere it ends; and from everywhere it can, where superko needs it
    edges = [mask | (1 << NODES - 1) if mask else 0 for mask in edges]
    return {"edges": edges, "payoff": [rng.choice((-1, 0, 1)) for _ in range(NODES)]}


def worth(position: cp.Position, depth: int) -> int:
    """1 plus the plies from the end for a win, its negative for a loss, 0 for a draw."""
    if position.is_over:
        return round(position.payoffs[position.turn]) * 1000
    if depth == 0:
        return 0
    best = max(-worth(position.play(a), depth - 1) for a in position.legal_moves)
    return best - (best > 0) + (best < 0)


@pytest.mark.parametrize("name", RULES)
def test_path_draws_are_found_with_and_without_a_table(name: str) -> None:
    rng = random.Random(name)
    for _ in range(40):
        game = cp.load(GAME, **RULES[name], **random_graph(rng))
        position = game.position()
        for _ in range(rng.randrange(4)):
            if not position.is_over:
                position = position.play(rng.choice(position.legal_moves))
        if position.is_over:
            continue
        value = worth(position, 8)
        for settings in (
            {},
            {"transposition_table": False},
            {"enhanced_cutoffs": False},
            {"memory": 1},
        ):
            found = cp.search(game, position, depth=8, **{"memory": 1, **settings})
            expected = 0 if value == 0 else 1 if value > 0 else -1
            assert found.value == expected, (settings, position)
            if value:
                assert found.distance == 1000 - abs(value), (settings, position)


def test_a_position_knows_the_rules_about_its_path() -> None:
    here = cp.load(GAME, repetition=2, edges=[0b10, 0b1, 0, 0, 0, 0, 0, 0, 0]).position("startpos")
    for move in ("1", "0"):
        assert not here.is_over
        here = here.play(move)
    assert here.is_over
    assert here.payoffs == (0, 0)
    stalled = cp.load(GAME, repetition=0, no_progress=2, edges=[2, 1, 0, 0, 0, 0, 0, 0, 0])
    assert stalled.position("startpos moves 1 0").is_over
    assert not stalled.position("startpos moves 1").is_over


def test_an_irreversible_move_starts_the_count_anew() -> None:
    edges = [0b10, 0b1001, 0, 0b10000, 0b1000, 0, 0, 0, 0]
    game = cp.load(GAME, repetition=0, no_progress=3, edges=edges)
    here = game.position("startpos moves 1 3 4")
    assert here.reversible == 1
    assert not here.is_over
