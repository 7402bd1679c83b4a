"""States in memory, one per row, and a hash table that finds the row of a state.

`rows` has the states in the order in which they were entered. `slots` is the hash table. A slot
is 0, or it contains the row of a state plus one in its lower bits, and a tag, some bits of the
hash, above. The tag rules out most slots of other states without a look at the state. Threads enter
states at the same time: a slot is BUSY while a thread writes its state.
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
"""The counters that threads share, by their index in `shared`."""

SHARED_COUNT = 6

VALUES = 1 if rules.PLAYERS == 2 else rules.PLAYERS
"""The number of codes per state: one for its mover, or one for each player."""

STATE_FIELDS = [
    ("rows", np.int64),
    ("values", np.int64),
    ("slots", np.int64),
    ("slot_count", np.int64),
    ("index_bits", np.int64),
    ("most", np.int64),
    ("shared", np.int64),
    ("fresh", np.int64),
]


@native
def states_of(ctx):
    """All states, one per row."""
    return array_at(ctx.rows, (ctx.most,), rules.STATE)


@native
def values_of(ctx):
    """The codes of each state, one row per state."""
    return array_at(ctx.values, (ctx.most, VALUES), np.int16)


@native
def fresh_of(ctx):
    """The state to find or to enter."""
    return array_at(ctx.fresh, (1,), rules.STATE)[0]


@native
def shared_at(ctx, which):
    return ctx.shared + 8 * which


@native
def hash_at(address):
    """A 64-bit hash of the state at an address."""
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
    """The slot at which the search for a hash begins: its upper half, scaled to the slots."""
    return np.int64(((h >> HALF) * np.uint64(ctx.slot_count)) >> HALF)


@native
def tagged(ctx, h, row):
    """The content of the slot of a row."""
    tag = np.int64(h & LOWER) >> ctx.index_bits
    return (tag << ctx.index_bits) | (row + 1)


@native
def find(ctx, address):
    """The row of the state at an address; NOWHERE if it has none."""
    h = hash_at(address)
    slot, mask = first_slot(ctx, h), (np.int64(1) << ctx.index_bits) - 1
    tag = tagged(ctx, h, np.int64(-1))
    while True:
        word = read_word(ctx.slots + 4 * slot)
        if word == 0:
            return np.int64(NOWHERE)
        if word & ~mask == tag and is_same(address, ctx.rows + SIZE * ((word & mask) - 1)):
            return (word & mask) - 1
        slot += 1
        if slot == ctx.slot_count:
            slot = np.int64(0)


@native
def enter(ctx):
    """The row of the fresh state, a new one if it has none; NOWHERE if memory is full."""
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
            continue  # the thread that was filling it found no room
        if word & ~mask == tag and is_same(ctx.fresh, ctx.rows + SIZE * ((word & mask) - 1)):
            return (word & mask) - 1
        slot += 1
        if slot == ctx.slot_count:
            slot = np.int64(0)


@native
def fill(ctx, at, tag):
    """Enter the fresh state in a new row. Its slot, at the address `at`, is BUSY."""
    row = fetch_add(shared_at(ctx, COUNT), 1)
    if row >= ctx.most:
        fetch_add(shared_at(ctx, COUNT), -1)
        fetch_add(shared_at(ctx, IS_FULL), 1)
        write_word(at, 0)
        return np.int64(NOWHERE)
    copy(ctx.fresh, ctx.rows + SIZE * row)
    write_word(at, tag | (row + 1))
    return row


@native
def enter_again(ctx, row):
    """Enter a row into a new hash table. All states are different."""
    h = hash_at(ctx.rows + SIZE * row)
    slot = first_slot(ctx, h)
    while swap_if(ctx.slots + 4 * slot, 0, tagged(ctx, h, row)) != 0:
        slot += 1
        if slot == ctx.slot_count:
            slot = np.int64(0)
