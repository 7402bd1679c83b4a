"""The plays of a roll: legal moves of one player's checkers, each result once.

A play is a number. Bits 0 to 4 have the point that a checker leaves with the higher die, bits 5 to
9 that of the lower die; 0 means that the die is not played. A double has up to four such points,
from the highest down, in bits 0 to 19. The number 0 is the roll that cannot be played.

A play names what the result depends on, so different plays of a double have different results: the
number of checkers that leave a point can be read from the result, from the highest point down. Two
plays of different dice have the same result in two cases, of which `repeats` drops one.
"""

from counterplay.core.bits.bits import highest, lowest
from counterplay.games.backgammon.board import (
    BAR,
    POINTS,
    as_other,
    count,
    lifted,
    made,
    occupied,
    placed,
)

MOST_PLAYS = 3060
"""A double gives four steps to fifteen checkers: C(18, 4) ways, and no more results."""
NO_PLAY = 0
HOME = (1 << 7) - 1


def plays(near, far, their_near, their_far, dice, moves):
    """List the plays of a roll; how many there are. There is always one, if only NO_PLAY."""
    theirs = made(their_near, their_far)
    high, low = dice >> 3, dice & 7
    held, free = occupied(near, far), POINTS & ~as_other(theirs)
    if high == low:
        for length in (4, 3, 2, 1):
            n = doubles(near, far, held, free, high, length, moves)
            if n > 0:
                return n
    else:
        single = as_other(occupied(their_near, their_far)) & free
        n = pairs(held, made(near, far), free, single, high, low, moves)
        if n > 0:
            return n
        n = listed(steps(held, free, high), 0, 0, moves, 0)
        if n > 0:
            return n
        n = listed(steps(held, free, low), 0, 5, moves, 0)
        if n > 0:
            return n
    moves[0] = NO_PLAY
    return 1


def first_points(near, far, their_near, their_far, die):
    """The points that a checker can leave with a die at the beginning of a play."""
    free = POINTS & ~as_other(made(their_near, their_far))
    return steps(occupied(near, far), free, die)


def steps(held, free, die):
    """The points that a checker can leave with a die, by a step to a free point or off the board.

    held   the points with own checkers
    free   the points where the other player has at most one checker
    """
    open_points = free << die
    if held >> BAR & 1:
        return open_points & 1 << BAR
    found = held & open_points
    if held != 0 and held <= HOME:
        top = highest(held)
        found |= held & 1 << die
        if top < die:
            found |= 1 << top
    return found


def stepped(held, several, point, die):
    """The points with own checkers after one of them has left a point."""
    if several >> point & 1 == 0:
        held ^= 1 << point
    return held | 1 << (point - die) if point > die else held


def listed(points, before, shift, moves, n):
    """Append a play for each point that its last checker can leave; how many plays there are."""
    while points != 0:
        moves[n] = before | lowest(points) << shift
        points &= points - 1
        n += 1
    return n


def pairs(held, several, free, single, high, low, moves):
    """List the plays of two different dice, first those that can begin with the higher one."""
    n, firsts = 0, steps(held, free, high)
    rest = firsts
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        seconds = steps(stepped(held, several, p, high), free, low)
        while seconds != 0:
            q = lowest(seconds)
            seconds &= seconds - 1
            if not repeats(held, several, free, single, firsts, p, q, high, low):
                moves[n] = p | q << 5
                n += 1
    rest = steps(held, free, low)
    while rest != 0:
        q = lowest(rest)
        rest &= rest - 1
        seconds = steps(stepped(held, several, q, low), free, high)
        while seconds != 0:
            p = lowest(seconds)
            seconds &= seconds - 1
            if firsts >> p & 1 and steps(stepped(held, several, p, high), free, low) >> q & 1:
                continue  # listed above
            if not repeats(held, several, free, single, firsts, p, q, high, low):
                moves[n] = p | q << 5
                n += 1
    return n


def repeats(held, several, free, single, firsts, p, q, high, low):
    """Whether another play has the same result, and is the one to list.

    One checker moves both dice, the lower one first, and could also begin with the higher one
    without a difference in hits; or two checkers are borne off by either die.
    """
    if p == q - low and q > high:
        if (single >> (q - high) | single >> p) & 1:
            return False
        if firsts >> q & 1 == 0:
            return False
        return steps(stepped(held, several, q, high), free, low) >> (q - high) & 1 != 0
    return p < q <= low


def doubles(near, far, held, free, die, length, moves):
    """List the plays of a double that move `length` times; how many there are."""
    n, first = 0, steps(held, free, die)
    if length == 1:
        return listed(first, 0, 0, moves, 0)
    while first != 0:
        a = highest(first)
        first ^= 1 << a
        near_a, far_a, held_a = moved(near, far, held, a, die)
        second = steps(held_a, free, die) & up_to(a)
        if length == 2:
            n = listed(second, a, 5, moves, n)
            continue
        while second != 0:
            b = highest(second)
            second ^= 1 << b
            near_b, far_b, held_b = moved(near_a, far_a, held_a, b, die)
            third = steps(held_b, free, die) & up_to(b)
            if length == 3:
                n = listed(third, a | b << 5, 10, moves, n)
                continue
            while third != 0:
                c = highest(third)
                third ^= 1 << c
                _, _, held_c = moved(near_b, far_b, held_b, c, die)
                fourth = steps(held_c, free, die) & up_to(c)
                n = listed(fourth, a | b << 5 | c << 10, 15, moves, n)
    return n


def up_to(point):
    return (2 << point) - 1


def moved(near, far, held, point, die):
    """The words of a player and the points with checkers after a checker has left a point."""
    near, far = lifted(near, far, point)
    if count(near, far, point) == 0:
        held ^= 1 << point
    if point > die:
        held |= 1 << (point - die)
    near, far = placed(near, far, point - die)
    return near, far, held


def played(near, far, their_near, their_far, dice, a):
    """The words of both players after a play."""
    high, low = dice >> 3, dice & 7
    if high != low:
        p, q = a & 31, a >> 5
        if p == 0 or (q != 0 and count(near, far, p) == 0):  # the lower die brings the checker
            near, far, their_near, their_far = hop(near, far, their_near, their_far, q, low)
            return hop(near, far, their_near, their_far, p, high)
        near, far, their_near, their_far = hop(near, far, their_near, their_far, p, high)
        return hop(near, far, their_near, their_far, q, low)
    while a != 0:
        near, far, their_near, their_far = hop(near, far, their_near, their_far, a & 31, high)
        a >>= 5
    return near, far, their_near, their_far


def hop(near, far, their_near, their_far, point, die):
    """The words of both players after a step. It hits a single checker where it lands."""
    if point == 0:
        return near, far, their_near, their_far
    near, far = lifted(near, far, point)
    near, far = placed(near, far, point - die)
    if point > die and count(their_near, their_far, BAR - (point - die)) == 1:
        their_near, their_far = lifted(their_near, their_far, BAR - (point - die))
        their_near, their_far = placed(their_near, their_far, BAR)
    return near, far, their_near, their_far
