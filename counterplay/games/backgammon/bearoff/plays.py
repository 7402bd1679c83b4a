"""The legal plays of a bearoff position, by the positions that they lead to.

A die moves a checker down by its number. It bears a checker off from the point of its number, or
from the highest point with checkers if all are below its number. While there are checkers, every
die can be played. So both dice are always played, in either order, unless the first one bears off
the last checker; then the other order bears it off, too. The rules about dice that cannot be played
never matter here.
"""

import numpy as np

from counterplay.games.backgammon.bearoff.position_index import POINTS, home_of, index_of

NO_PLAY = -1
MOST_HOMES = 1024
"""The size of a buffer for `plays_of`: more homes than four equal dice can lead to."""

ROLLS = np.array([(a, b) for a in range(1, 7) for b in range(1, a + 1)], np.int64)
"""The 21 rolls, the larger die first."""

CHANCES = np.array([1 if a == b else 2 for a, b in ROLLS]) / 36


def after_die(home, point, die):
    """The home after a checker on `point` (0 to 5) is moved by a die, or NO_PLAY."""
    if (home >> 4 * point) & 15 == 0:
        return NO_PLAY
    target = point - die
    left = home - (1 << 4 * point)
    if target >= 0:
        return left + (1 << 4 * target)
    if target == -1 or home >> 4 * (point + 1) == 0:
        return left
    return NO_PLAY


def add_plays(homes, first, last, die, start, end):
    """Play a die in the homes first to last - 1, and append what is not among start to end - 1.

    Returns the new end. A home without checkers stays as it is.
    """
    for i in range(first, last):
        for point in range(POINTS):
            found = after_die(homes[i], point, die) if homes[i] else 0
            is_new = found != NO_PLAY
            for other in range(start, end):
                is_new = is_new and homes[other] != found
            if is_new:
                homes[end] = found
                end += 1
    return end


def plays_of(home, large, small, homes):
    """Write the homes that a roll can lead to into a buffer; return where they begin and end.

    Each home is written once. The buffer has MOST_HOMES elements.
    """
    homes[0] = home
    first, last = 0, 1
    if large == small:
        for _ in range(4):
            end = add_plays(homes, first, last, large, last, last)
            first, last = last, end
        return first, last
    middle = add_plays(homes, 0, 1, large, 1, 1)
    start = add_plays(homes, 0, 1, small, middle, middle)
    end = add_plays(homes, 1, middle, small, start, start)
    return start, add_plays(homes, middle, start, large, start, end)


def write_successors(starts, links, rolls):
    """Write the successors of all positions: roll r of position i leads to links[starts[21 i + r]]
    and those after it. `starts` has 21 elements for each position, and one more.

    Returns how many links there are. Those that have no room in `links` are only counted.
    """
    homes = np.empty(MOST_HOMES, np.int64)
    count, lists = 0, (len(starts) - 1) // len(rolls)
    for i in range(lists):
        home = home_of(i)
        for r in range(len(rolls)):
            starts[i * len(rolls) + r] = count
            first, last = plays_of(home, rolls[r, 0], rolls[r, 1], homes)
            for k in range(first, last):
                if count < len(links):
                    links[count] = index_of(homes[k])
                count += 1
    starts[lists * len(rolls)] = count
    return count
