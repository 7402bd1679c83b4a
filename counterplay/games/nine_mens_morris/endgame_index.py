"""The position index of nine men's morris: two sets of points, up to the sixteen symmetries.

A set is three rings of eight bits, as in `rules.py`. The symmetries are the eight rotations and
reflections of the square, which act on all three rings alike, and the swap of the outer and the
inner ring.

1. The first set is brought to a canonical form. Its middle ring, which no swap moves, becomes one
   of 51 chosen rings. The symmetries that leave the middle ring unchanged form one of seven groups.
   A list for each group gives the canonical pair of the other two rings, and the turn to it.
2. The second set gets the same turns. Its number is its rank among all sets of as many points that
   the first set leaves free. If the first set has symmetries of its own, several ranks are
   possible: the smallest counts, and the others are unused indices.

All tables together take less than a megabyte: they become part of the machine code.
"""

from math import comb

import numpy as np

from counterplay.core.bits.bits import popcount

POINTS = 24
MOST = 9
"""The most points in a set."""

BYTES = np.arange(256)
STONES = np.array([n.bit_count() for n in range(256)], np.int64)

# The ways to turn a ring: way w takes point p to 2w + p, and from way 4 on to 2w - p, modulo 8.


def goal(way, point):
    return (2 * way + (point if way < 4 else -point)) % 8


TURNED = np.zeros((8, 256), np.uint8)
"""TURNED[way, ring]: a ring after a turn."""
for way in range(8):
    for point in range(8):
        TURNED[way] |= ((BYTES >> point & 1) << goal(way, point)).astype(np.uint8)

AFTER = np.array(
    [
        [
            next(
                way
                for way in range(8)
                if all(goal(way, p) == goal(later, goal(first, p)) for p in range(8))
            )
            for first in range(8)
        ]
        for later in range(8)
    ],
    np.uint8,
)
"""AFTER[later, first]: the way that equals one way after another."""

# Middle rings. The images of one ring have different groups of turns that leave them unchanged. The
# chosen image has the first of these groups, so few groups occur.

KEEPS = ((TURNED == BYTES) << np.arange(8)[:, None]).sum(axis=0)
"""The turns that leave a ring unchanged, one bit each."""
_IMAGES = KEEPS[TURNED] * 256 + TURNED

MIDDLES = np.unique(_IMAGES.min(axis=0) % 256)
"""The chosen middle rings."""
ORBIT = np.searchsorted(MIDDLES, _IMAGES.min(axis=0) % 256).astype(np.uint8)
"""The chosen ring of each ring, and the way to it."""
TO_CHOSEN = _IMAGES.argmin(axis=0).astype(np.uint8)

_GROUPS, GROUP = np.unique(KEEPS[MIDDLES], return_inverse=True)

# Pairs of an outer and an inner ring, the smaller first, for each group.

PAIRS = 256 * 257 // 2
_INNER = np.repeat(BYTES, BYTES + 1)
_OUTER = np.arange(PAIRS) - _INNER * (_INNER + 1) // 2
_IN_PAIR = STONES[_OUTER] + STONES[_INNER]


def pair_number(a, b):
    """The number of an unordered pair of rings."""
    return np.maximum(a, b) * (np.maximum(a, b) + 1) // 2 + np.minimum(a, b)


def pairs_up_to(group):
    """For each pair of rings: the turn to its canonical pair, its rank, and its symmetries.

    The rank is among the canonical pairs with as many stones. Symmetries are turns and swaps that
    leave the pair unchanged.
    """
    ways = [way for way in range(8) if group >> way & 1]
    images = np.array(
        [pair_number(*(TURNED[way, ring].astype(int) for ring in (_OUTER, _INNER))) for way in ways]
    )
    number = np.arange(PAIRS)
    rank = np.zeros(PAIRS, np.uint16)
    stands = images.min(axis=0) == number
    for stones in range(MOST + 1):
        chosen = stands & (_IN_PAIR == stones)
        rank[chosen] = np.arange(chosen.sum())
    to = np.array(ways)[images.argmin(axis=0)]
    is_symmetric = ((images == number).sum(axis=0) > 1) | (_OUTER == _INNER)
    return to + 8 * is_symmetric, rank[images.min(axis=0)], np.flatnonzero(stands)


_UP_TO = [pairs_up_to(group) for group in _GROUPS.tolist()]
PAIR_WAY = np.concatenate([ways for ways, _, _ in _UP_TO]).astype(np.uint8)
"""The turn, plus 8 if the pair has symmetries of its own."""
PAIR_RANK = np.concatenate([ranks for _, ranks, _ in _UP_TO])

_STANDING = [
    [chosen[_IN_PAIR[chosen] == stones] for stones in range(MOST + 1)] for _, _, chosen in _UP_TO
]
CHOSEN_PAIR = np.concatenate([c for lists in _STANDING for c in lists])
CHOSEN_PAIR = (_OUTER[CHOSEN_PAIR] + 256 * _INNER[CHOSEN_PAIR]).astype(np.uint16)
"""The canonical pairs by group, stones and rank: the outer ring, and the inner one above it."""
_LENGTHS = np.array([[len(c) for c in lists] for lists in _STANDING])
CHOSEN_FROM = (_LENGTHS.cumsum() - _LENGTHS.ravel()).reshape(_LENGTHS.shape)

_COUNTS = np.zeros((MOST + 1, len(MIDDLES)), np.int64)
for _n in range(MOST + 1):
    for _orbit, _middle in enumerate(MIDDLES):
        _left = _n - int(STONES[_middle])
        _COUNTS[_n, _orbit] = _LENGTHS[GROUP[_orbit], _left] if _left >= 0 else 0
FIRST = np.concatenate([np.zeros((MOST + 1, 1), np.int64), _COUNTS.cumsum(axis=1)], axis=1)
"""The rank of the first set of n points with a given middle ring."""
FORMS = FIRST[:, -1].copy()
"""The number of sets of n points, up to symmetry."""

# The rank of a set among all sets of as many points: the sum of C(p, k) over its k-th points p.

CHOOSE = np.array([[comb(n, k) for k in range(POINTS + 1)] for n in range(POINTS + 1)], np.int64)
RANK = np.array(
    [
        [
            [
                sum(comb(8 * ring + p, k + j + 1) for j, p in enumerate(points))
                for points in ([p for p in range(8) if byte >> p & 1] for byte in range(256))
            ]
            for k in range(MOST + 1)
        ]
        for ring in range(3)
    ],
    np.uint32,
).ravel()
"""What a ring adds to a rank, if k points come before it."""

SQUEEZED = np.zeros((256, 256), np.uint8)
"""SQUEEZED[ring, other]: the points of `other`, numbered among the free points of `ring`."""
_BELOW = np.zeros(256, np.int64)
for point in range(8):
    _free = BYTES >> point & 1 == 0
    _bits = (BYTES[None, :] >> point & 1) << _BELOW[:, None]
    SQUEEZED |= np.where(_free[:, None], _bits, 0).astype(np.uint8)
    _BELOW += _free


def turned(x, way):
    """A set after a turn of all three rings."""
    outer, middle = np.int64(TURNED[way, x & 255]), np.int64(TURNED[way, x >> 8 & 255])
    return outer | middle << 8 | np.int64(TURNED[way, x >> 16 & 255]) << 16


def swapped(x):
    """A set with the outer ring inside."""
    return x >> 16 & 255 | x & 255 << 8 | (x & 255) << 16


# Both sets after the turns and the swap that bring the first set to its canonical form.
def form_of(x, y):
    """Two sets, as one form of all that are alike has them."""
    best = x << POINTS | y
    for way in range(8):
        a, b = turned(x, way), turned(y, way)
        best = min(best, a << POINTS | b, swapped(a) << POINTS | swapped(b))
    return best >> POINTS, best & ((1 << POINTS) - 1)


def rank_among_free(x, y):
    """The rank of y among the sets of as many points that x leaves free."""
    first, second = np.int64(STONES[x & 255]), np.int64(STONES[x >> 8 & 255])
    z = np.int64(SQUEEZED[x & 255, y & 255])
    z |= np.int64(SQUEEZED[x >> 8 & 255, y >> 8 & 255]) << (8 - first)
    z |= np.int64(SQUEEZED[x >> 16 & 255, y >> 16 & 255]) << (16 - first - second)
    few, more = popcount(z & 255), popcount(z & 0xFFFF)
    rank = np.int64(RANK[z & 255]) + np.int64(RANK[(MOST + 1 + few) * 256 + (z >> 8 & 255)])
    return rank + np.int64(RANK[(2 * MOST + 2 + more) * 256 + (z >> 16 & 255)])


# The offset of two sets in a table, without the side to move.
def place_of(x, y):
    """The place of two sets, the same for all that are alike."""
    n, middle = popcount(x), x >> 8 & 255
    orbit, way = np.int64(ORBIT[middle]), np.int64(TO_CHOSEN[middle])
    a, b = np.int64(TURNED[way, x & 255]), np.int64(TURNED[way, x >> 16 & 255])
    low, high = min(a, b), max(a, b)
    pair = np.int64(GROUP[orbit]) * PAIRS + (high * (high + 1) >> 1) + low
    more = np.int64(PAIR_WAY[pair])
    way = np.int64(AFTER[more & 7, way])
    x, y = turned(x, way), turned(y, way)
    if x & 255 > x >> 16:
        x, y = swapped(x), swapped(y)
    rank = rank_among_free(x, y)
    if more & 8:
        for way in range(8):
            z = turned(x, way)
            if z == x:
                rank = min(rank, rank_among_free(x, turned(y, way)))
            if swapped(z) == x:
                rank = min(rank, rank_among_free(x, swapped(turned(y, way))))
    return (FIRST[n, orbit] + np.int64(PAIR_RANK[pair])) * CHOOSE[POINTS - n, popcount(y)] + rank


def places(a, b):
    """How many places there are for a set of a points and one of b."""
    return FORMS[a] * CHOOSE[POINTS - a, b]


# The inverse of `place_of`. For an unused index, `place_of` of the result is another index.
def sets_at(a, b, place):
    """Two sets, of a and b points, that have this place or are alike to some that have it."""
    rank, rest = place // CHOOSE[POINTS - a, b], place % CHOOSE[POINTS - a, b]
    orbit, end = 0, len(MIDDLES)
    while end - orbit > 1:
        half = (orbit + end) // 2
        if FIRST[a, half] <= rank:
            orbit = half
        else:
            end = half
    middle = np.int64(MIDDLES[orbit])
    at = CHOSEN_FROM[GROUP[orbit], a - STONES[middle]] + rank - FIRST[a, orbit]
    pair = np.int64(CHOSEN_PAIR[at])
    x = pair & 255 | middle << 8 | (pair >> 8) << 16
    y, k, free = 0, b, (1 << POINTS) - 1 ^ x
    left, point = POINTS - a, POINTS
    while k > 0:  # from the highest point down
        point -= 1
        if free >> point & 1:
            left -= 1
            if CHOOSE[left, k] <= rest:
                rest -= CHOOSE[left, k]
                y |= 1 << point
                k -= 1
    return x, y
