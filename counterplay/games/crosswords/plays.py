"""All legal plays of a rack on a board, as numbers (`moves.py`).

Words are found as Appel and Jacobson do it ("The world's fastest Scrabble program", 1988). An
anchor is an empty square beside a tile: each play covers one. The beginnings of words that a rack
can lay are listed once, and tried to the left of each anchor; then the word goes on to the right.

The first word of a game is laid across. The board is symmetric, so nothing is lost.
"""

import numpy as np

from counterplay.core.bits.bits import lowest
from counterplay.core.compile.native import apart
from counterplay.games.crosswords.graph import edge_from, letters_after, root_of
from counterplay.games.crosswords.lines import (
    CROSS_SUM,
    FITS,
    LETTER_FACTOR,
    TILE_HERE,
    WORD_FACTOR,
    mark_anchors,
    new_line,
    read_line,
)
from counterplay.games.crosswords.moves import (
    DOWN,
    LETTER,
    MOST_TILES,
    SQUARE_SHIFT,
    TILE_BITS,
    choices,
    give,
    letters_of,
    rack_bits,
    slot_of,
    take,
    tile_of,
    tile_value,
    tiles_in,
    without,
)

FIRST_ROOM = 512
"""The beginnings for which there is room before the list grows."""

NODE, LAID, REST, FOLLOW = range(4)
"""What is known of a beginning: its node of the graph, its tiles as a number, the rest of the rack
as bits, and the letters of the rest that can follow."""

WAITING, PLACE, PATH, LEFT, BEFORE, SUM, FACTOR, CROSSING = range(8)
"""What is known before a tile is laid: the tiles to try as bits, the place, the node, the rest of
the rack as bits, the tiles before it, the sum of the word, its factor, and the crossing words."""


@apart
def list_beginnings(rack, longest, ends, data):
    """The beginnings of words that the rack can lay and go on from, the shorter ones first.

    Those with n letters are numbered from ends[n] to ends[n + 1].
    """
    found = np.empty((FIRST_ROOM, 4), np.int64)
    root, bits = root_of(data), rack_bits(rack)
    found[0, NODE], found[0, LAID], found[0, REST] = root, 0, bits
    found[0, FOLLOW] = letters_after(root, data) & letters_of(bits)
    ends[0], ends[1] = 0, 1
    n = 1
    for length in range(longest):
        for i in range(ends[length], ends[length + 1]):
            laid, bits = int(found[i, LAID]), int(found[i, REST])
            take(rack, laid)
            waiting = choices(int(found[i, FOLLOW]), bits)
            while waiting:
                tile = lowest(waiting)
                waiting &= waiting - 1
                node = edge_from(found[i, NODE], tile & LETTER, data) >> 1
                rest = without(bits, rack, slot_of(tile))
                letters = letters_after(node, data) & letters_of(rest)
                if letters == 0:
                    continue
                if n == len(found):
                    found = longer(found)
                found[n, NODE], found[n, REST], found[n, FOLLOW] = node, rest, letters
                found[n, LAID] = laid | tile << TILE_BITS * length
                n += 1
            give(rack, laid)
        ends[length + 2] = n
    return found


def longer(array):
    """A copy of an array with twice the room."""
    copy = np.empty((2 * len(array), 4), np.int64)
    copy[: len(array)] = array
    return copy


@apart
def all_plays(board, given, moves, scores, data):
    """Write all plays, and their scores if `scores` has room; return how many there are.

    If there are more plays than `moves` has room for, the others are left out.
    """
    size, rack = data.size, given.astype(np.int64)
    held = tiles_in(rack)
    if held == 0:
        return 0
    ends = np.zeros(MOST_TILES + 2, np.int64)
    beginnings = list_beginnings(rack, held - 1, ends, data)
    anchors, line = np.empty(size * size, np.bool_), new_line(size)
    directions = 1 if mark_anchors(board, anchors, data) else 2
    work, n = np.empty((MOST_TILES + 1, 8), np.int64), 0
    wanted = letters_of(rack_bits(rack))
    for down in range(directions):
        for number in range(size):
            if read_line(board, anchors, number, down, wanted, line, data):
                n = plays_in_line(
                    anchors, number, down, rack, line, beginnings, ends, work, moves, scores, n,
                    data,
                )  # fmt: skip
    return n


@apart
def plays_in_line(
    anchors, number, down, rack, line, beginnings, ends, work, moves, scores, n, data
):
    """Write the plays in a row or column after the n first moves; return how many there are."""
    size, bits, held = data.size, rack_bits(rack), tiles_in(rack)
    letters = letters_of(bits)
    step, other = (size, 1) if down else (1, size)
    first, direction, room = number * other, DOWN if down else 0, 0
    for place in range(size):
        if line[place, TILE_HERE] > 0:
            room = 0
            continue
        if not anchors[first + place * step]:
            room += 1
            continue
        if line[place, FITS] & letters and place > 0 and line[place - 1, TILE_HERE] > 0:
            node, total = through(line, place, data)
            if node >= 0:
                head = first + place * step << SQUARE_SHIFT | direction
                n = go_on(
                    rack, bits, held, line, place, node, head, 0, total, 1, work, moves, scores, n,
                    data,
                )  # fmt: skip
        elif line[place, FITS] & letters:
            for length in range(min(room, held - 1) + 1):
                start = place - length
                head = first + start * step << SQUARE_SHIFT | direction
                for i in range(ends[length], ends[length + 1]):
                    if not beginnings[i, FOLLOW] & line[place, FITS]:
                        continue
                    laid, total, factor = int(beginnings[i, LAID]), 0, 1
                    for j in range(length):
                        value = tile_value(tile_of(laid, j), data)
                        total += value * line[start + j, LETTER_FACTOR]
                        factor *= line[start + j, WORD_FACTOR]
                    take(rack, laid)
                    n = go_on(
                        rack, beginnings[i, REST], held, line, place, beginnings[i, NODE],
                        head | laid, length, total, factor, work, moves, scores, n, data,
                    )  # fmt: skip
                    give(rack, laid)
        room = 0  # a play that covers this anchor has been found
    return n


def through(line, place, data):
    """The node after the tiles that are directly before a place, and their sum; -1: no word."""
    start = place
    while start > 0 and line[start - 1, TILE_HERE] > 0:
        start -= 1
    node, total = root_of(data), 0
    for i in range(start, place):
        tile = int(line[i, TILE_HERE])
        total += tile_value(tile, data)
        node = edge_from(node, tile & LETTER, data) >> 1 if node >= 0 else -1
    return node, total


def go_on(
    rack, bits, held, line, anchor, node, head, length, total, factor, work, moves, scores, n, data
):
    """Write the plays that begin as `head` does, with `length` tiles, and go on at an anchor.

    bits            the rest of the rack
    total, factor   the sum of the word so far, and the product of its word factors
    work            for each tile that is laid from here: what is known before it
    """
    size, depth = data.size, 0
    work[0, WAITING] = choices(letters_after(node, data) & line[anchor, FITS], bits)
    work[0, PLACE], work[0, PATH], work[0, LEFT] = anchor, node, bits
    work[0, BEFORE], work[0, SUM], work[0, FACTOR], work[0, CROSSING] = head, total, factor, 0
    while depth >= 0:
        if work[depth, WAITING] == 0:
            depth -= 1
            if depth >= 0:
                rack[slot_of(lowest(work[depth, WAITING]))] += 1
                work[depth, WAITING] &= work[depth, WAITING] - 1
            continue
        tile, place, used = lowest(work[depth, WAITING]), work[depth, PLACE], length + depth + 1
        edge = edge_from(work[depth, PATH], tile & LETTER, data)
        value, multiple = (
            tile_value(tile, data) * line[place, LETTER_FACTOR],
            line[place, WORD_FACTOR],
        )
        play = work[depth, BEFORE] | tile << TILE_BITS * (used - 1)
        word, product = work[depth, SUM] + value, work[depth, FACTOR] * multiple
        crossing = work[depth, CROSSING]
        if line[place, CROSS_SUM] >= 0:
            crossing += (line[place, CROSS_SUM] + value) * multiple
        place += 1
        while place < size and line[place, TILE_HERE] > 0 and edge >= 0:
            here = line[place, TILE_HERE]
            word += tile_value(here, data)
            edge = edge_from(edge >> 1, here & LETTER, data)
            place += 1
        is_across = used == 1 and play & DOWN > 0 and line[anchor, CROSS_SUM] >= 0
        if edge >= 0 and edge & 1 and not is_across and n < len(moves):
            moves[n] = play
            if n < len(scores):
                scores[n] = word * product + crossing + (used == data.rack_size) * data.bonus
            n += 1
        if edge >= 0 and place < size and used < held:
            left = without(work[depth, LEFT], rack, slot_of(tile))
            following = choices(letters_after(edge >> 1, data) & line[place, FITS], left)
            if following:
                rack[slot_of(tile)] -= 1
                depth += 1
                work[depth, WAITING], work[depth, PLACE] = following, place
                work[depth, PATH], work[depth, LEFT] = edge >> 1, left
                work[depth, BEFORE], work[depth, SUM] = play, word
                work[depth, FACTOR], work[depth, CROSSING] = product, crossing
                continue
        work[depth, WAITING] &= work[depth, WAITING] - 1
    return n
