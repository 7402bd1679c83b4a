"""What a play scores, and the words that it makes."""

from counterplay.games.crosswords.moves import (
    DOWN,
    SQUARE,
    SQUARE_SHIFT,
    count_tiles,
    tile_of,
    tile_value,
)


def steps_of(a, data):
    """The steps along the word of a play, and along the words that cross it."""
    return (data.size, 1) if a & DOWN else (1, data.size)


def room_behind(square, step, data):
    """How many squares there are before a square in its line, and after it."""
    place = square // data.size if step > 1 else square % data.size
    return place, data.size - 1 - place


def sum_beside(board, square, step, room, data):
    """The sum of the tiles in a row from a square on, without it, and how many they are."""
    total, n = 0, 0
    while n < room and board[square + (n + 1) * step] > 0:
        n += 1
        total += tile_value(int(board[square + n * step]), data)
    return total, n


def score_of(board, a, data):
    """The points of a play."""
    along, across = steps_of(a, data)
    square = a >> SQUARE_SHIFT & SQUARE
    before, room = room_behind(square, along, data)
    word, _ = sum_beside(board, square, -along, before, data)
    factor, crossing, used = 1, 0, 0
    tile = tile_of(a, 0)
    while True:
        if board[square] > 0:
            word += tile_value(int(board[square]), data)
        elif tile > 0:
            value = tile_value(tile, data) * int(data.letter_factors[square])
            multiple = int(data.word_factors[square])
            word += value
            factor *= multiple
            above, below = room_behind(square, across, data)
            first, some = sum_beside(board, square, -across, above, data)
            second, more = sum_beside(board, square, across, below, data)
            if some + more > 0:
                crossing += (first + second + value) * multiple
            used += 1
            tile = tile_of(a, used)
        else:
            break
        if room == 0:
            break
        square += along
        room -= 1
    return word * factor + crossing + (used == data.rack_size) * data.bonus


def lay(board, a, data):
    """Put the tiles of a play on the board."""
    along, _ = steps_of(a, data)
    square = a >> SQUARE_SHIFT & SQUARE
    for i in range(count_tiles(a)):
        while board[square] > 0:
            square += along
        board[square] = tile_of(a, i)
