"""Expectiminimax with dice: what Star1, Star2 and the table save, and how deep a second goes.

    python bench/chance_search.py [--positions 10] [--seconds 1] [--depths 2 3] [--games backgammon]

Positions come from games of random moves. All rows of a game search the same positions to the same
depth and find the same values. Times are CPU time, side by side in one run.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import counterplay as cp
from counterplay.engine.base import make_engine

CASES = (("backgammon", 2), ("backgammon", 3), ("einstein", 3), ("einstein", 4), ("einstein", 5))
"""The games, and the depths in moves."""

ALL_MOVES: dict[str, Any] = {"beam": 0, "reply_beam": 0, "margin": 0}
"""Backgammon itself leaves out plays whose evaluation is low."""

ROWS: dict[str, dict[str, Any]] = {
    "nothing": {"star1": False, "star2": False, "transposition_table": False},
    "star1": {"star2": False, "transposition_table": False},
    "star1, star2": {"transposition_table": False},
    "table": {"star1": False, "star2": False},
    "star1, table": {"star2": False},
    "all": {},
}


def positions_of(game: cp.Game, count: int) -> list[cp.Position]:
    """Positions in which a player has a choice, from games of random moves."""
    rng, found = random.Random(1), []
    while len(found) < count:
        position = game.position()
        for _ in range(rng.randrange(8, 40)):
            if position.is_over:
                break
            outcomes = [outcome for outcome, _ in position.chance_outcomes]
            position = position.play(rng.choice(outcomes or list(position.legal_moves)))
        if not position.is_over and position.turn >= 0 and len(position.legal_moves) > 1:
            found.append(position)
    return found


def fixed_depth(name: str, depth: int, positions: list[cp.Position]) -> None:
    """Search to one depth with each choice of techniques."""
    print(f"\n{name}, depth {depth}: {len(positions)} positions")
    print("| techniques | nodes | CPU seconds | nodes saved |\n|---|---|---|---|")
    first, known = 0, None
    for label, settings in ROWS.items():
        engine = make_engine(positions[0].game, "expectiminimax", **ALL_MOVES, **settings)
        engine.search(positions[0], cp.Limit(depth=1))  # loads the kernel
        nodes, values, started = 0, [], time.process_time()
        for position in positions:
            engine.new_game()
            found = engine.search(position, cp.Limit(depth=depth))
            nodes += found.nodes
            values.append(found.value)
        seconds = time.process_time() - started
        first, known = first or nodes, known or values
        assert all(abs(a - b) < 1e-9 for a, b in zip(known, values, strict=True))
        print(f"| {label} | {nodes:,} | {seconds:.2f} | {1 - nodes / first:.0%} |", flush=True)


def in_a_second(name: str, seconds: float, positions: list[cp.Position]) -> None:
    """The depth that each method reaches in the same CPU time. Max^n counts rolls as plies.

    The limit is a number of nodes: those of a second of CPU time, since the machine may be busy.
    """
    game = positions[0].game
    engines = {
        "expectiminimax as it plays": make_engine(game, "expectiminimax"),
        "expectiminimax with all moves": make_engine(game, "expectiminimax", **ALL_MOVES),
        "max^n": make_engine(game, "maxn"),
    }
    for label, engine in engines.items():
        engine.search(positions[0], cp.Limit(depth=1))  # loads the kernel
        started = time.process_time()
        nodes = sum(engine.search(one, cp.Limit(time=seconds / 4)).nodes for one in positions)
        rate = nodes / (time.process_time() - started)
        depths = []
        for position in positions:
            engine.new_game()
            depths.append(engine.search(position, cp.Limit(nodes=round(rate * seconds))).depth)
        moves = [(depth + 1) // 2 if label == "max^n" else depth for depth in depths]
        mean = sum(moves) / len(moves)
        print(f"{name}, {seconds:g} s: {label} reaches {mean:.1f} moves, {rate:,.0f} nodes/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--games", nargs="*", default=["backgammon", "einstein"])
    parser.add_argument("--depths", type=int, nargs="*", help="only these")
    given = parser.parse_args()
    for game in given.games:
        sample = positions_of(cp.load(game), given.positions)
        texts = [position.game.show_position(position.state) for position in sample]
        print(f"\n{game}:", *texts, sep="\n    ")
        for name, depth in CASES:
            if name == game and depth in (given.depths or [depth]):
                fixed_depth(game, depth, sample)
        in_a_second(game, given.seconds, sample)
