"""Fit the weights of a game's evaluator to the ends of games it plays against itself.

    python bench/fit_weights.py othello --games 400

Games begin with some random moves and go on by shallow searches; each position of the rest is one
equation: what the evaluator says for the side to move is what that side got in the end. The
evaluator has to be linear in its weights. The least squares solution is printed as `WEIGHTS`.
"""

import argparse
import random
from typing import Any

import numpy as np

import counterplay as cp

SCALE = 64
"""The weight that is given to one count at a time, to read the count off the evaluator."""

RIDGE = 1e-3
"""Draws weights that no position decides to zero; relative to the size of their counts."""


def played(game: cp.Game, rng: random.Random, opening: int, depth: int) -> list[Any]:
    """The states of one game, the end last; the first of them after the random opening."""
    position = game.position()
    for _ in range(rng.randrange(opening + 1)):
        if not position.over:
            position = position.play(rng.choice(position.actions))
    states = [position.state]
    while not position.over:
        move = cp.search(game, position, depth=depth).move
        position = position.play(rng.choice(position.actions) if rng.random() < 0.05 else move)
        states.append(position.state)
    return states


def counts(game: cp.Game, state: Any) -> list[int]:
    """What each weight is multiplied by in a state, times SCALE."""
    evaluate, size = game.evaluator.function, len(game.evaluator.weights)
    with np.errstate(over="ignore"):
        return [int(evaluate(state, SCALE * row)) for row in np.eye(size, dtype=np.int64)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--opening", type=int, default=20, help="random plies at most")
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game, rng = cp.load(options.game), random.Random(options.seed)
    rows, ends = [], []
    for _ in range(options.games):
        *states, end = played(game, rng, options.opening, options.depth)
        for state in states:
            if rng.random() < 0.5:  # neighbours in a game say much the same
                rows.append(counts(game, state))
                payoff = game.utility(end, game.player(state)) - game.facts.even_share
                ends.append(game.facts.unit * payoff)
    x, y = np.array(rows, float), np.array(ends, float)
    damping = np.sqrt(RIDGE) * np.diag(np.linalg.norm(x, axis=0))
    system, target = np.vstack([x, damping]), np.concatenate([y, np.zeros(x.shape[1])])
    weights = np.rint(SCALE * np.linalg.lstsq(system, target, rcond=None)[0]).astype(int)
    error = np.sqrt(np.mean((x @ weights / SCALE - y) ** 2)) / game.facts.unit
    before = np.sqrt(np.mean((x @ game.evaluator.weights / SCALE - y) ** 2)) / game.facts.unit
    print(f"{len(rows):,} positions; off by {error:.3f}, with the present weights by {before:.3f}")
    print("WEIGHTS =", weights.tolist())


if __name__ == "__main__":
    main()
