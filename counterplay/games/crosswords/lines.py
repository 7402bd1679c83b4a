"""A row or a column of the board, with the letters that fit the words across it (cross-checks)."""

import numpy as np

from counterplay.core.bits.bits import lowest
from counterplay.core.compile.native import apart
from counterplay.games.crosswords.graph import edge_from, letters_after, root_of
from counterplay.games.crosswords.moves import ANY_LETTER, LETTER, tile_value

TILE_HERE, FITS, CROSS_SUM, LETTER_FACTOR, WORD_FACTOR, COLUMNS = range(6)
"""What is known of each square of a line: the tile on it, the letters that fit, the sum of the
tiles of the word across it (-1 without one), and the premiums."""


def mark_anchors(board, anchors, data):
    """Mark the empty squares beside a tile. On an empty board, mark the middle and return True."""
    size, is_empty = data.size, True
    for row in range(size):
        for column in range(size):
            square = row * size + column
            if board[square] > 0:
                is_empty = False
                anchors[square] = False
                continue
            anchors[square] = (
                (row > 0 and board[square - size] > 0)
                or (row < size - 1 and board[square + size] > 0)
                or (column > 0 and board[square - 1] > 0)
                or (column < size - 1 and board[square + 1] > 0)
            )
    if is_empty:
        anchors[size // 2 * (size + 1)] = True
    return is_empty


@apart
def read_line(board, anchors, number, down, wanted, line, data):
    """Write what is known of the squares of a row or column. False if there is no anchor in it.

    Only the `wanted` letters are tried in crossing words.
    """
    size = data.size
    step, other = (size, 1) if down else (1, size)
    has_anchor = False
    for place in range(size):
        square = number * other + place * step
        line[place, TILE_HERE] = board[square]
        line[place, LETTER_FACTOR] = data.letter_factors[square]
        line[place, WORD_FACTOR] = data.word_factors[square]
        line[place, FITS], line[place, CROSS_SUM] = ANY_LETTER, -1
        if anchors[square]:
            has_anchor = True
            fits, total = cross_check(board, square, other, number, wanted, data)
            line[place, FITS], line[place, CROSS_SUM] = fits, total
    return has_anchor


def cross_check(board, square, step, place, wanted, data):
    """The wanted letters that fit between the tiles beside a square, and the sum of those tiles.

    `step` leads to the next square of the crossing line, and `place` is the number of the square in
    it. Without tiles every letter fits, and the sum is -1.
    """
    before, after = 0, 0
    while before < place and board[square - (before + 1) * step] > 0:
        before += 1
    while place + after < data.size - 1 and board[square + (after + 1) * step] > 0:
        after += 1
    if before + after == 0:
        return ANY_LETTER, -1
    node, total = root_of(data), 0
    for i in range(before, 0, -1):
        tile = int(board[square - i * step])
        total += tile_value(tile, data)
        node = edge_from(node, tile & LETTER, data) >> 1 if node >= 0 else -1
    for i in range(1, after + 1):
        total += tile_value(int(board[square + i * step]), data)
    letters, found = letters_after(node, data) & wanted if node >= 0 else 0, 0
    while letters:
        letter = lowest(letters)
        letters &= letters - 1
        edge = edge_from(node, letter, data)
        for i in range(1, after + 1):
            if edge >= 0:
                edge = edge_from(edge >> 1, int(board[square + i * step]) & LETTER, data)
        if edge >= 0 and edge & 1:
            found |= 1 << letter
    return found, total


def new_line(size):
    """Room for one line."""
    return np.empty((size, COLUMNS), np.int64)
