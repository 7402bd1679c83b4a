"""What a blueprint of limit hold'em loses on the river, and what is left when rivers are solved.

    python bench/river_spots.py --spots 100

A blueprint plays itself to the river. Both may then hold what Bayes says (`resolve.py`). The
exploitability of the blueprint's river is exact, and so is that of the solved one: what a player
gains on average by the best response with every hand by itself, in big blinds per hundred rivers.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from random import Random

import numpy as np

import counterplay as cp
from counterplay.core.game.position import Position
from counterplay.games.poker.deal import RIVER, listed
from counterplay.strategies import store
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.resolve import SolvedRiver
from counterplay.strategies.holdem.store import own_blueprint


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--blueprint", type=Path, help="a file of counterplay equilibrium")
    parser.add_argument("--spots", type=int, default=100, help="rivers (100)")
    given = parser.parse_args()
    game = cp.load("limit_holdem")
    blueprint = store.load(game, given.blueprint or own_blueprint(game))
    assert isinstance(blueprint, Blueprint)
    dice, found, seconds = Random(1), [], 0.0
    while len(found) < given.spots:
        start = played(blueprint, dice)
        if start is None:
            continue
        began = time.process_time()
        river = SolvedRiver(blueprint, start, ())
        seconds += time.process_time() - began
        solved = river.solver.exploitability
        by_buckets(blueprint, river)
        pot = start.state.paid0 + start.state.paid1
        found.append((river.solver.exploitability, solved, pot))
    scale = 100 / max(game.initial().paid0, game.initial().paid1)
    gaps = np.array(found)
    error = 1.96 * gaps.std(axis=0) / len(gaps) ** 0.5
    for title, i in (("blueprint", 0), ("solved anew", 1)):
        share = 100 * gaps[:, i].sum() / gaps[:, 2].sum()
        print(
            f"{title:12} {scale * gaps[:, i].mean():8.2f} ± {scale * error[i]:.2f} big blinds per "
            f"hundred rivers, {share:.2f} % of the pots"
        )
    print(f"{seconds / len(found):.3f} s a river")


def played(blueprint: Blueprint, dice: Random) -> Position | None:
    """The first decision on the river of a game of the blueprint with itself, if it gets there."""
    here = blueprint.game.position()
    while not here.is_over:
        if here.turn == cp.CHANCE:
            here = here.play(here.game.draw(here.state, str(dice.random())))
        elif here.state.stage == RIVER:
            return here
        else:
            here = here.play(blueprint.pick(here, dice))
    return None


def by_buckets(blueprint: Blueprint, river: SolvedRiver) -> None:
    """Let the players of a river do what the blueprint does."""
    solver, root = river.solver, blueprint.follow(river.start)[0]
    assert root is not None
    buckets = blueprint.buckets.on(listed(river.start.state.board))
    known = {0: root}
    for i, node in enumerate(solver.nodes):
        if not node.actions:
            continue
        rows = blueprint.rows(known[i])
        solver.set_policy(i, rows[buckets[solver.hands[node.kind].numbers]].T)
        for a, move in enumerate(river.moves[i]):
            child = blueprint.tree.child(known[i], move)
            assert child is not None
            known[node.children + a] = child


if __name__ == "__main__":
    main()
