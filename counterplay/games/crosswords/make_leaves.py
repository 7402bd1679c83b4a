"""Learn the values of leaves: `python -m counterplay.games.crosswords.make_leaves`.

The player plays against itself by points and leaves, beginning with leaves that are worth nothing.
The value of a leave is what the player gets on the next turn: the points, and the value of the
leave then. A ridge regression on the letters of the leave and on their pairs finds it, after each
of the rounds of games. All leaves of a round are compared with an empty rack, which is worth 0.
"""

from __future__ import annotations

import numpy as np

from counterplay.games.crosswords.choosing import BY_LEAVE
from counterplay.games.crosswords.equipment import SLOTS
from counterplay.games.crosswords.kibitz import standard_game
from counterplay.games.crosswords.leaves import FILE, MOST_ALIKE, leave_value
from counterplay.games.crosswords.selfplay import SelfPlay

ROUNDS = (1000, 2000, 4000, 8000)
"""The games of each round."""

LEAST_BAG = 8
"""Turns with fewer tiles in the bag are left out: the end of a game is different."""

RIDGE = 60.0
"""How strongly values are pulled towards 0, in turns."""

PAIRS = [(one, two) for one in range(SLOTS) for two in range(one + 1, SLOTS)]
COUNTS = [(slot, n) for slot in range(SLOTS) for n in range(1, MOST_ALIKE + 1)]


def followed(turns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of turns with tiles to draw, and of the next turns of the same players."""
    order = np.lexsort((np.arange(len(turns)), turns["seat"], turns["game"]))
    this, following = order[:-1], order[1:]
    same = (turns["game"][this] == turns["game"][following]) & (
        turns["seat"][this] == turns["seat"][following]
    )
    kept = same & (turns["bag"][following] >= LEAST_BAG)
    return this[kept], following[kept]


def inputs_of(leaves: np.ndarray) -> np.ndarray:
    """One row for each leave: whether it has n tiles of a letter or more, and the pairs."""
    counts = [leaves[:, slot] >= n for slot, n in COUNTS]
    pairs = [(leaves[:, one] > 0) & (leaves[:, two] > 0) for one, two in PAIRS]
    return np.stack([np.ones(len(leaves), bool), *counts, *pairs], axis=1).astype(np.float32)


def learn(turns: np.ndarray, data: object) -> tuple[np.ndarray, np.ndarray]:
    """The values of letters and of pairs that explain the next turns best."""
    this, following = followed(turns)
    after = [leave_value(leave, data) for leave in turns["leave"][following]]
    gained = turns["gained"][following] + np.array(after)
    size = 1 + len(COUNTS) + len(PAIRS)
    matrix, right = RIDGE * np.eye(size), np.zeros(size)
    matrix[0, 0] = 0
    for start in range(0, len(this), 20_000):
        chosen = slice(start, start + 20_000)
        rows = inputs_of(turns["leave"][this[chosen]]).astype(np.float64)
        matrix += rows.T @ rows
        right += rows.T @ gained[chosen]
    found = np.linalg.solve(matrix, right)
    counts, pairs = np.zeros((SLOTS, MOST_ALIKE + 1)), np.zeros((SLOTS, SLOTS))
    for (slot, n), value in zip(COUNTS, found[1:], strict=False):
        counts[slot, n] = counts[slot, n - 1] + value
    for (one, two), value in zip(PAIRS, found[1 + len(COUNTS) :], strict=True):
        pairs[one, two] = value
    return counts, pairs


def main() -> None:
    game = standard_game()
    data = game.data
    data.leave_counts[:], data.leave_pairs[:] = 0, 0
    for number, games in enumerate(ROUNDS):
        _, turns = SelfPlay(game, seed=number + 1).play((BY_LEAVE, BY_LEAVE), games)
        counts, pairs = learn(turns, data)
        data.leave_counts[:], data.leave_pairs[:] = counts, pairs
        mean = turns["gained"].sum() / games / 2
        blank, letter = counts[0, 1], counts[19, 1]
        print(f"{games} games, {mean:.1f} points a game; blank {blank:.1f}, S {letter:.1f}")
        np.savez_compressed(
            FILE, leave_counts=counts.astype(np.float32), leave_pairs=pairs.astype(np.float32)
        )


if __name__ == "__main__":
    main()
