"""Moves and racks as numbers.

A move is one number. Its tiles are in reading order, six bits each, the first in the lowest bits: 1
to 30 for a letter, 32 more for a blank that stands for it.

    bits 0-41    up to seven tiles; 0: no more
    bits 42-49   the square of the first tile
    bit 50       1 if the word goes down
    bit 51       1 if the tiles are exchanged; a blank is 32 then

A pass is 0. A tile that makes a word in both directions is one play, across.

A rack has the number of blanks, then the number of each letter.
"""

from counterplay.core.bits.bits import lowest

MOST_TILES = 7
TILE_BITS, TILE, LETTER, BLANK = 6, 63, 31, 32
SQUARE_SHIFT, SQUARE, DOWN, EXCHANGE = 42, 255, 1 << 50, 1 << 51
PASS = 0
ANY_LETTER = (1 << 31) - 2
"""The bits of all letters."""


def tile_of(a, i):
    """Tile i of a move; 0 if there are fewer."""
    return a >> TILE_BITS * i & TILE if i < MOST_TILES else 0


def count_tiles(a):
    """How many tiles a move lays or exchanges."""
    n = 0
    while tile_of(a, n) > 0:
        n += 1
    return n


def tiles_only(a):
    """The tiles of a move, without its place."""
    return a & (1 << TILE_BITS * MOST_TILES) - 1


def slot_of(tile):
    """The place of a tile in a rack: 0 for a blank, whatever it stands for."""
    return tile if tile < BLANK else 0


def take(rack, tiles):
    """Take the tiles of a number from a rack."""
    while tiles:
        rack[slot_of(tiles & TILE)] -= 1
        tiles >>= TILE_BITS


def give(rack, tiles):
    """Put the tiles of a number back into a rack."""
    while tiles:
        rack[slot_of(tiles & TILE)] += 1
        tiles >>= TILE_BITS


def rack_bits(rack):
    """The tiles of a rack as bits: bit L for letter L, bit 0 for a blank."""
    bits = 0
    for slot in range(len(rack)):
        bits |= (rack[slot] > 0) << slot
    return bits


def without(bits, rack, slot):
    """The bits of a rack from which one tile more is taken."""
    return bits if rack[slot] > 1 else bits & ~(1 << slot)


def letters_of(bits):
    """The letters that a rack with these bits can lay."""
    return ANY_LETTER if bits & 1 else bits


def choices(letters, bits):
    """The tiles that can stand for one of the letters, as bits: L for a letter, 32 + L a blank."""
    found = letters & bits
    return found | letters << BLANK if bits & 1 else found


def tiles_in(rack):
    """How many tiles there are in a rack or a bag."""
    total = 0
    for number in rack:
        total += int(number)
    return total


def value_of(rack, data):
    """What the tiles of a rack count."""
    total = 0
    for slot in range(len(rack)):
        total += int(rack[slot]) * int(data.values[slot])
    return total


def tile_value(tile, data):
    """What a tile on the board counts: nothing if it is a blank."""
    return int(data.values[tile]) if tile < BLANK else 0


def write_exchanges(rack, moves, n):
    """Write all ways to exchange some tiles after the n first moves; return how many there are."""
    first = n
    bits = rack_bits(rack)
    while bits:
        slot = lowest(bits)
        bits &= bits - 1
        tile = slot if slot > 0 else BLANK
        last = n
        for i in range(first, last):
            n = write_more(moves, n, moves[i], tile, int(rack[slot]))
        n = write_more(moves, n, EXCHANGE, tile, int(rack[slot]))
    return n


def write_more(moves, n, a, tile, most):
    """Write move `a` with one tile more, up to `most` of it; return how many moves there are."""
    count = count_tiles(a)
    for i in range(most):
        a |= tile << TILE_BITS * (count + i)
        moves[n] = a
        n += 1
    return n
