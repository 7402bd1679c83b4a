"""Static evaluations a second, on one core.

    python bench/evaluations.py othello othello-patterns/best.patterns

The states are those of random games. Without files, the game's own evaluator is measured.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

import numpy as np

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.core.compile.kernel import Context
from counterplay.core.game.facts import CHANCE

KERNEL = Path(__file__).parent / "kernels" / "evaluations.py"
STATES, TIMES, TRIES = 500, 200, 20


def states(game: cp.Game) -> np.ndarray:
    """States of random games."""
    dice, found = random.Random(1), []
    while len(found) < STATES:
        s = game.initial()
        while not game.terminal(s):
            if game.player(s) == CHANCE:
                s = game.result(s, game.draw(s, dice.getrandbits(62)))
                continue
            found.append(game.shape.encode(s))
            s = game.result(s, dice.choice(game.actions(s)))
    return np.array(found[:STATES], game.shape.dtype)


def speed(game: cp.Game) -> float:
    """Evaluations a second of CPU time, in the best of a few tries."""
    module = bind(game, KERNEL)
    context = Context(game, module)
    context.keep("states_at", states(game))
    context.record.count, context.record.times = STATES, TIMES
    seconds = []
    for _ in range(TRIES):
        started = time.thread_time()
        context.call(module.evaluate_all)
        seconds.append(time.thread_time() - started)
    return STATES * TIMES / min(seconds)


def main(name: str, *files: str) -> None:
    game = cp.load(name)
    for what in files or ("its own evaluator",):
        used = game.with_evaluator(cp.load_evaluator(what)) if files else game
        print(f"{what}: {speed(used) / 1e6:.1f} million evaluations a second")


if __name__ == "__main__":
    main(*sys.argv[1:])
