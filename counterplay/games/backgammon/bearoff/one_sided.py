"""The number of rolls in which one side bears off: its exact distribution in every position.

Every roll is played so that the expected number of rolls is as small as possible. The other side
does not matter. A second distribution is that of the roll which bears off the first checker: after
it the side cannot lose a gammon. There, every roll is played so that the expected number of rolls
to the first checker is as small as possible.
"""

from counterplay.games.backgammon.bearoff.plays import CHANCES

MOST_ROLLS = 32
"""Room for 0 to 31 rolls. 15 checkers on point 6 are 90 pips, and every roll has at least 3."""

MOST_FIRST_ROLLS = 11
"""Room for 0 to 10 rolls: the most that can pass before the first checker is off."""


def solve_rolls(starts, links, means, chances, goal):
    """Fill in the expected number of rolls and its distribution, position by position.

    `means` and `chances` have a row for each position, all 0. Positions below `goal` have reached
    it: with goal 1, all checkers are off; with the first index of 15 checkers, one is.
    """
    for i in range(min(goal, len(means))):
        chances[i, 0] = 1.0
    for i in range(goal, len(means)):
        for r in range(len(CHANCES)):
            list_ = i * len(CHANCES) + r
            best = links[starts[list_]]
            for k in range(starts[list_] + 1, starts[list_ + 1]):
                if means[links[k]] < means[best]:
                    best = links[k]
            means[i] += CHANCES[r] * (1.0 + means[best])
            for n in range(chances.shape[1] - 1):
                chances[i, n + 1] += CHANCES[r] * chances[best, n]
