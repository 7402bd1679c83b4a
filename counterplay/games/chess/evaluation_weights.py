"""Sets of weights for the chess evaluation: learned from games, by hand, and piece values alone."""

import json
from pathlib import Path

import numpy as np

from counterplay.games.chess.evaluation_features import (
    ABREAST,
    ALONE,
    BACKWARD,
    BISHOP,
    BISHOP_AMONG_PAWNS,
    BISHOP_AT,
    BISHOP_GOALS,
    BISHOP_OUTPOST,
    DANGER,
    DOUBLED,
    FEATURES,
    GUARDED,
    HANGING,
    KING_AT,
    KING_TO_PASSED,
    KNIGHT,
    KNIGHT_AMONG_PAWNS,
    KNIGHT_AT,
    KNIGHT_GOALS,
    KNIGHT_OUTPOST,
    OPEN_NEAR_KING,
    PASSED,
    PASSED_BLOCKED,
    PAWN,
    PAWN_AT,
    QUEEN,
    QUEEN_AT,
    QUEEN_GOALS,
    ROOK,
    ROOK_AT,
    ROOK_GOALS,
    ROOK_ON_HALF_OPEN_FILE,
    ROOK_ON_OPEN_FILE,
    SHIELD,
    SIZE,
    STORM,
    THEIR_KING_TO_PASSED,
    THREAT_BY_MINOR,
    THREAT_BY_PAWN,
    THREAT_BY_ROOK,
    TO_MOVE,
    TWO_BISHOPS,
    WORD,
)

LEARNED = Path(__file__).parents[2] / "data" / "weights" / "chess.json"


def both(early, late):
    """The weights `early` and `late` in one number."""
    return int(early) * WORD + int(late)


def learned_weights():
    """The weights learned from games. The file names the command that made it."""
    stored = json.loads(LEARNED.read_text(encoding="utf-8"))["weights"]
    weights = np.zeros(SIZE, np.int64)
    for name, (start, count) in FEATURES.items():
        weights[start : start + count] = [both(*pair) for pair in stored[name]]
    return weights


def piece_weights():
    """The piece values of every textbook, and nothing else."""
    weights = np.zeros(SIZE, np.int64)
    for place, worth in ((PAWN, 100), (KNIGHT, 300), (BISHOP, 300), (ROOK, 500), (QUEEN, 900)):
        weights[place] = both(worth, worth)
    return weights


def hand_weights():
    """Weights by hand: piece values of textbooks and common knowledge."""
    weights = np.zeros(SIZE, np.int64)
    values = {PAWN: (90, 110), KNIGHT: (320, 300), BISHOP: (330, 320), ROOK: (480, 530)}
    for place, (early, late) in {**values, QUEEN: (960, 980)}.items():
        weights[place] = both(early, late)
    for row in range(8):
        for file in range(4):
            i = 4 * row + file
            centre = file + min(row, 7 - row)  # 0 in a corner, 6 in the middle
            advance = row - 1
            weights[PAWN_AT + i] = both(advance * (2 + 2 * file) if row < 7 else 0, 5 * advance)
            weights[KNIGHT_AT + i] = both(8 * centre - 28, 6 * centre - 22)
            weights[BISHOP_AT + i] = both(4 * centre - 12, 3 * centre - 9)
            weights[ROOK_AT + i] = both(2 * file + (15 if row == 6 else 0), 3 * row - 6)
            weights[QUEEN_AT + i] = both(centre - 3, 4 * centre - 12)
            weights[KING_AT + i] = both(30 - 14 * file - 20 * row, 9 * centre - 27)
    for start, most, step in ((KNIGHT_GOALS, 9, 5), (BISHOP_GOALS, 14, 5), (ROOK_GOALS, 15, 3)):
        for n in range(most):
            weights[start + n] = both(step * (n - most // 3), step * (n - most // 3))
    for n in range(28):
        weights[QUEEN_GOALS + n] = both(n - 9, 2 * n - 18)
    for n in range(17):
        weights[BISHOP_AMONG_PAWNS + n] = both(12 - 2 * n, 12 - 2 * n)
        weights[KNIGHT_AMONG_PAWNS + n] = both(2 * n - 20, 2 * n - 20)
    for row, worth in enumerate((0, 5, 8, 15, 32, 60, 100, 0)):
        weights[PASSED + row] = both(worth // 2, worth + 10)
        weights[PASSED_BLOCKED + row] = both(worth // 4, worth // 2)
    for n in range(32):
        weights[DANGER + n] = both(min(n * n // 2, 250), n)
    for n in range(4):
        weights[SHIELD + n] = both(12 * n - 18, 0)
        weights[OPEN_NEAR_KING + n] = both(-12 * n, 0)
        weights[STORM + n] = both(-6 * n, 0)
    for n in range(8):
        weights[KING_TO_PASSED + n] = both(0, 18 - 6 * n)
        weights[THEIR_KING_TO_PASSED + n] = both(0, 10 * n - 25)
    for row in range(8):
        weights[GUARDED + row] = both(8 + 2 * row, 6 + 2 * row)
        weights[ABREAST + row] = both(3 + 2 * row, 2 + 2 * row)
    singles = {
        TWO_BISHOPS: (30, 45), ALONE: (-12, -15), DOUBLED: (-10, -20), BACKWARD: (-8, -10),
        ROOK_ON_OPEN_FILE: (25, 10), ROOK_ON_HALF_OPEN_FILE: (12, 8), KNIGHT_OUTPOST: (25, 15),
        BISHOP_OUTPOST: (15, 5), THREAT_BY_PAWN: (45, 30), THREAT_BY_MINOR: (30, 25),
        THREAT_BY_ROOK: (30, 20), HANGING: (10, 15), TO_MOVE: (12, 8),
    }  # fmt: skip
    for place, (early, late) in singles.items():
        weights[place] = both(early, late)
    return weights
