"""A simple evaluation of backgammon: the race, made points, blots and the bar.

The numbers are thousandths of a game's stake.
"""

from counterplay.core.bits.bits import highest, lowest, popcount
from counterplay.games.backgammon.board import BAR, POINTS, as_other, made, occupied, pips

PIP, ON_ROLL = 9, 4
"""A pip in the race, and the pips that the next roll is worth."""
MADE_AT_HOME, MADE_OUTSIDE, ANCHOR, BLOT, ON_BAR, PRIME = 70, 25, 40, 45, 100, 35
HOME, OUTSIDE = 0b1111110, 0b111110000000
THEIR_HOME = 0b1111110 << 18
MOST = 950


def equity(s, unit):
    """The estimated payoff of the player whose turn it is, in score points, without the cube."""
    points = side(s.near0, s.far0, s.near1, s.far1) - side(s.near1, s.far1, s.near0, s.far0)
    points = points if s.turn == 0 else -points
    points += PIP * ON_ROLL
    return min(max(points, -MOST), MOST) * unit // 1000


def side(near, far, their_near, their_far):
    """What the checkers of one player are worth."""
    held, several = occupied(near, far), made(near, far)
    last = lowest(hitters(their_near, their_far))
    points = -PIP * pips(near, far)
    if highest(held) < last:
        return points  # past each other: only the race counts
    exposed = held & ~several & POINTS & -(1 << last)
    points += MADE_AT_HOME * popcount(several & HOME) + MADE_OUTSIDE * popcount(several & OUTSIDE)
    points += ANCHOR * (several & THEIR_HOME != 0) - BLOT * popcount(exposed)
    points -= ON_BAR * (held >> BAR & 1)
    return points + PRIME * popcount(several & several >> 1 & several >> 2)


def hitters(near, far):
    """The points of a player's checkers, as the other counts them; 0 for the bar."""
    held = occupied(near, far)
    return as_other(held & POINTS) | held >> BAR & 1
