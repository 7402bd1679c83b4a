"""Read a move: find the legal move that a text names, in SAN or in UCI's notation.

It reads the same texts as the game's `parse_move`, which accepts common deviations from SAN. In a
state the side to move is always at the bottom, so rows are flipped for Black.
"""

import numpy as np

from counterplay.core.compile.kernel import native
from counterplay.core.compile.unbound import rules
from counterplay.formats.chess.kernel.pieces import mover, promotion
from counterplay.games.chess.board import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from counterplay.games.chess.moves import C1, CASTLING, G1

UNREADABLE, NONE, SEVERAL = -1, -2, -3
"""Results of `resolve`: the text is not a move, no legal move fits, several legal moves fit."""

CODE_OF = np.zeros(256, np.int64)
for letters, code in (("Nn", KNIGHT), ("Bb", BISHOP), ("Rr", ROOK), ("Qq", QUEEN), ("Kk", KING)):
    for letter in letters:
        CODE_OF[ord(letter)] = code


@native
def file_of(c):
    """The file that a character names, or -1."""
    return np.int64(c) - ord("a") if ord("a") <= c <= ord("h") else np.int64(-1)


@native
def row_of(c):
    return np.int64(c) - ord("1") if ord("1") <= c <= ord("8") else np.int64(-1)


@native
def castling_side(text, a, b):
    """1 for O-O, -1 for O-O-O, 0 for anything else; 0-0 is read as well."""
    if b - a != 3 and b - a != 5:
        return 0
    for i in range(a, b):
        c = text[i]
        if (i - a) % 2 == 1:
            if c != ord("-"):
                return 0
        elif c != ord("O") and c != ord("0") and c != ord("o"):
            return 0
    return 1 if b - a == 3 else -1


@native
def castle(moves, n, side, start, goal):
    """The castling move to a side, or from `start` to `goal` in UCI's notation; -1: any."""
    for i in range(n):
        a = moves[i]
        here, rook = a & 63, a >> 6 & 63
        if a >> 12 != CASTLING:
            continue
        is_short = rook > here
        if side != 0 and is_short == (side > 0):
            return a
        if here == start and (goal == rook or goal == (G1 if is_short else C1)):
            return a
    return np.int64(NONE)


@native
def resolve(ctx, s, text, a, b):
    """The legal move that the bytes from a to b name, without + or #; negative: why there is none.

    1. castling   2. piece   3. from the end: promotion, target   4. origin   5. find the move
    """
    moves = ctx.moves
    side = castling_side(text, a, b)
    if side != 0:
        return castle(moves, rules.actions(ctx, s, moves), side, -1, -1)

    letter = np.int64(0)
    i, j = a, b
    if ord("A") <= text[i] <= ord("Z"):
        letter = CODE_OF[text[i]]
        if letter == 0:
            return np.int64(UNREADABLE)
        i += 1

    becomes = np.int64(0)
    if j - i > 2 and row_of(text[j - 1]) < 0:
        becomes = CODE_OF[text[j - 1]]
        j -= 1
        if becomes == 0 or becomes == KING:
            return np.int64(UNREADABLE)
        if text[j - 1] == ord("="):
            j -= 1
    if j - i < 2:
        return np.int64(UNREADABLE)
    file, row = file_of(text[j - 2]), row_of(text[j - 1])
    if file < 0 or row < 0:
        return np.int64(UNREADABLE)
    j -= 2

    is_bare = True
    if j > i and (text[j - 1] == ord("x") or text[j - 1] == ord("-") or text[j - 1] == ord(":")):
        j -= 1
        is_bare = False
    from_file, from_row = np.int64(-1), np.int64(-1)
    if i < j and file_of(text[i]) >= 0:
        from_file = file_of(text[i])
        i += 1
    if i < j and row_of(text[i]) >= 0:
        from_row = row_of(text[i])
        i += 1
    if i != j:
        return np.int64(UNREADABLE)

    turn = 7 if rules.player(ctx, s) == 1 else 0
    goal = 8 * (row ^ turn) + file
    if from_row >= 0:
        from_row ^= turn
    is_uci = letter == 0 and from_file >= 0 and from_row >= 0 and is_bare
    if letter == 0:
        letter = np.int64(PAWN)
    n = rules.actions(ctx, s, moves)
    found = np.int64(NONE)
    for k in range(n):
        action = moves[k]
        start, kind = action & 63, action >> 12
        if (
            action >> 6 & 63 == goal
            and kind != CASTLING
            and (is_uci or mover(kind) == letter)
            and promotion(kind) == becomes
            and (from_file < 0 or start & 7 == from_file)
            and (from_row < 0 or start >> 3 == from_row)
        ):
            if found >= 0:
                return np.int64(SEVERAL)
            found = action
    if found < 0 and is_uci and becomes == 0:
        return castle(moves, n, 0, 8 * from_row + from_file, goal)
    return found
