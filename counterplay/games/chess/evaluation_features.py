"""The named features of the chess evaluation, and where their weights are.

A weight is one number with two parts: `early` for a full board in its upper half, and `late` for a
nearly empty one in its lower half. So one sum adds up both.
"""

HALF, WORD = 2**31, 2**32
UNITS = (WORD, 1)
"""What one point of `early` and of `late` adds to a weight."""

FEATURES = {}
"""For each feature: where its weights begin, and how many it has."""


def feature(name, count=1):
    """Define a feature with `count` weights. Returns where they begin."""
    start = sum(size for _, size in FEATURES.values())
    FEATURES[name] = (start, count)
    return start


# A square is given by its row and its distance from the nearer edge: left and right are alike.
PAWN = feature("pawn")
KNIGHT = feature("knight")
BISHOP = feature("bishop")
ROOK = feature("rook")
QUEEN = feature("queen")
PAWN_AT = feature("pawn at", 32)
KNIGHT_AT = feature("knight at", 32)
BISHOP_AT = feature("bishop at", 32)
ROOK_AT = feature("rook at", 32)
QUEEN_AT = feature("queen at", 32)
KING_AT = feature("king at", 32)
KNIGHT_GOALS = feature("knight's freedom", 9)
BISHOP_GOALS = feature("bishop's freedom", 14)
ROOK_GOALS = feature("rook's freedom", 15)
QUEEN_GOALS = feature("queen's freedom", 28)
TWO_BISHOPS = feature("two bishops")
BISHOP_AMONG_PAWNS = feature("bishop among so many pawns", 17)
KNIGHT_AMONG_PAWNS = feature("knight among so many pawns", 17)
PASSED = feature("passed pawn in row", 8)
PASSED_BLOCKED = feature("passed pawn that is blocked, in row", 8)
KING_TO_PASSED = feature("own king so far from a passed pawn's next square", 8)
THEIR_KING_TO_PASSED = feature("their king so far from a passed pawn's next square", 8)
NEXT_GUARDED = feature("passed pawn whose next square a piece guards, in row", 8)
ROOK_BEHIND_PASSED = feature("rook behind an own passed pawn")
THEIR_ROOK_BEHIND_PASSED = feature("their rook behind a passed pawn")
ALONE = feature("pawn without neighbours")
DOUBLED = feature("pawn behind a pawn")
BACKWARD = feature("pawn that pawns stop, and none can guard")
GUARDED = feature("pawn that pawns guard, in row", 8)
ABREAST = feature("pawn beside a pawn, in row", 8)
ROOK_ON_OPEN_FILE = feature("rook on an open file")
ROOK_ON_HALF_OPEN_FILE = feature("rook on a half open file")
KNIGHT_OUTPOST = feature("knight that a pawn guards and none can drive away")
BISHOP_OUTPOST = feature("bishop that a pawn guards and none can drive away")
SHIELD = feature("pawns before the king", 4)
OPEN_NEAR_KING = feature("files near the king without own pawns", 4)
STORM = feature("their pawns near the king", 4)
DANGER = feature("attacks on the king's squares", 32)
THREAT_BY_PAWN = feature("piece that a pawn attacks")
THREAT_BY_MINOR = feature("rook or queen that a knight or bishop attacks")
THREAT_BY_ROOK = feature("queen that a rook attacks")
HANGING = feature("piece that a piece attacks and no pawn guards")
TO_MOVE = feature("to move")
SIZE = sum(count for _, count in FEATURES.values())
