"""States in memory, each in a place of its own, found again by a hash of their bytes.

`held` has the states in the order in which they were entered. `slots` is the hash table: a slot is
0, or the place of a state plus one in its lower bits and a tag, some bits of the hash, above; so
that most slots of other states are passed without a look at the state. Threads enter states side
by side: a slot that is being filled is BUSY, for as long as it takes to write one state.
"""

import numpy as np

from counterplay.core.bits.addresses import array_at
from counterplay.core.bits.atomics import fetch_add, read_word, swap_if, write_word
from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules

SIZE = rules.STATE.itemsize
WORDS, TAIL = SIZE // 8, SIZE % 8
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SECOND = np.uint64(0xBF58476D1CE4E5B9)
HALF = np.uint64(32)
LOWER = np.uint64(0xFFFFFFFF)
BUSY = 0xFFFFFFFF
NOWHERE = -1

COUNT, NEXT, IS_FULL, GOES_BACK, CHANGES, BROKEN = range(6)
"""The numbers that threads share, in the order in which they stand in `shared`."""

SHARED_COUNT = 6

VALUES = 1 if rules.PLAYERS == 2 else rules.PLAYERS
"""How many numbers say what a state is worth: for its mover, or for each player."""

PLACE_FIELDS = [
    ("held", np.int64),
    ("values", np.int64),
    ("slots", np.int64),
    ("slot_count", np.int64),
    ("index_bits", np.int64),
    ("most", np.int64),
    ("shared", np.int64),
    ("fresh", np.int64),
]


@native
def held_of(ctx):
    return array_at(ctx.held, (ctx.most,), rules.STATE)


@native
def values_of(ctx):
    """A row of codes for each place."""
    return array_at(ctx.values, (ctx.most, VALUES), np.int16)


@native
def fresh_of(ctx):
    """The state that is to be found or entered."""
    return array_at(ctx.fresh, (1,), rules.STATE)[0]


@native
def shared_at(ctx, which):
    return ctx.shared + 8 * which


@native
def hash_at(address):
    """64 bits of the state at an address, all of them mixed."""
    h = np.uint64(SIZE)
    words = array_at(address, (WORDS + 1,), np.uint64)
    for i in range(WORDS):
        h = (h ^ words[i]) * GOLDEN
        h = h ^ (h >> HALF)
    bytes_left = array_at(address + 8 * WORDS, (TAIL + 1,), np.uint8)
    for i in range(TAIL):
        h = (h ^ np.uint64(bytes_left[i])) * GOLDEN
        h = h ^ (h >> HALF)
    h = h * SECOND
    return h ^ (h >> HALF)


@native
def is_same(one, other):
    """Whether the states at two addresses are equal."""
    mine, theirs = array_at(one, (SIZE,), np.uint8), array_at(other, (SIZE,), np.uint8)
    my_words = array_at(one, (WORDS + 1,), np.uint64)
    their_words = array_at(other, (WORDS + 1,), np.uint64)
    for i in range(WORDS):
        if my_words[i] != their_words[i]:
            return False
    for i in range(8 * WORDS, SIZE):
        if mine[i] != theirs[i]:
            return False
    return True


@native
def copy(source, goal):
    """Copy the state at one address to another."""
    there, here = array_at(goal, (SIZE,), np.uint8), array_at(source, (SIZE,), np.uint8)
    for i in range(SIZE):
        there[i] = here[i]


@native
def first_slot(ctx, h):
    """Where the search for a hash begins: its upper half, as a part of all slots."""
    return np.int64(((h >> HALF) * np.uint64(ctx.slot_count)) >> HALF)


@native
def tagged(ctx, h, place):
    """What stands in the slot of a place."""
    tag = np.int64(h & LOWER) >> ctx.index_bits
    return (tag << ctx.index_bits) | (place + 1)


@native
def find(ctx, address):
    """The place of the state at an address; NOWHERE if it has none."""
    h = hash_at(address)
    slot, mask = first_slot(ctx, h), (np.int64(1) << ctx.index_bits) - 1
    tag = tagged(ctx, h, np.int64(-1))
    while True:
        word = read_word(ctx.slots + 4 * slot)
        if word == 0:
            return np.int64(NOWHERE)
        if word & ~mask == tag and is_same(address, ctx.held + SIZE * ((word & mask) - 1)):
            return (word & mask) - 1
        slot += 1
        if slot == ctx.slot_count:
            slot = np.int64(0)


@native
def enter(ctx):
    """The place of the fresh state, which gets one if it has none; NOWHERE if all are taken."""
    h = hash_at(ctx.fresh)
    slot, mask = first_slot(ctx, h), (np.int64(1) << ctx.index_bits) - 1
    tag = tagged(ctx, h, np.int64(-1))
    while True:
        at = ctx.slots + 4 * slot
        word = read_word(at)
        if word == 0:
            word = swap_if(at, 0, BUSY)
            if word == 0:
                return fill(ctx, at, tag)
        while word == BUSY:
            word = read_word(at)
        if word == 0:
            continue  # whoever was filling it found no room
        if word & ~mask == tag and is_same(ctx.fresh, ctx.held + SIZE * ((word & mask) - 1)):
            return (word & mask) - 1
        slot += 1
        if slot == ctx.slot_count:
            slot = np.int64(0)


@native
def fill(ctx, at, tag):
    """Enter the fresh state at a new place, whose slot, at this address, is BUSY."""
    place = fetch_add(shared_at(ctx, COUNT), 1)
    if place >= ctx.most:
        fetch_add(shared_at(ctx, COUNT), -1)
        fetch_add(shared_at(ctx, IS_FULL), 1)
        write_word(at, 0)
        return np.int64(NOWHERE)
    copy(ctx.fresh, ctx.held + SIZE * place)
    write_word(at, tag | (place + 1))
    return place


@native
def enter_again(ctx, place):
    """Give a state that has a place a slot in a new table; all are different."""
    h = hash_at(ctx.held + SIZE * place)
    slot = first_slot(ctx, h)
    while swap_if(ctx.slots + 4 * slot, 0, tagged(ctx, h, place)) != 0:
        slot += 1
        if slot == ctx.slot_count:
            slot = np.int64(0)
