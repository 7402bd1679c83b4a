"""The context of the double dummy solver, and how cards are kept.

A card is a number: 16 times its suit (spades, hearts, diamonds, clubs: 0 to 3) plus its rank (0 is
a two, 12 an ace). A set of cards is a 64-bit word with a bit for each card. Seats are north, east,
south and west: 0 to 3. North and south are side 0, whose tricks the solver counts. Trump is a suit,
or 4 for no trump.

A ply is one card. `plies` divisible by four begin a trick, so with cards on the table a search
starts at ply 1, 2 or 3.
"""

import numpy as np

from counterplay.core.compile.unbound import rules  # noqa: F401 (marks a part of a kernel)

SUITS, SEATS, RANKS, NO_TRUMP = 4, 4, 13, 4
SUIT_MASK = 0x1FFF
PLIES = 56

ENTRY = np.dtype(
    [
        ("first", np.int64),
        ("second", np.int64),
        ("tops", np.int32),
        ("lower", np.int8),
        ("upper", np.int8),
        ("best", np.int8),
    ],
    align=True,
)
"""What is known of all positions whose highest cards have these owners.

first, second   the owners that matter, by relative rank, two suits each
tops            how many of the highest cards of each suit matter, four bits a suit
lower, upper    bounds of the tricks that side 0 takes
best            a card that led to this result, or -1
"""

BLOCK = 8
"""So many entries of one shape lie side by side."""

SHAPE = np.dtype(
    [("tag", np.int64), ("block", np.int32), ("used", np.int32), ("age", np.int64)], align=True
)
"""A set of positions with equal lengths of suits in all hands and the same leader.

block   the newest block of entries, or -1
used    how many entries of that block are in use; those of older blocks all are
"""

FIELDS = [
    ("halt", np.int64),
    ("trump", np.int64),
    ("hands", np.int64, (SEATS,)),
    ("in_play", np.int64),
    ("lengths", np.int64),
    ("end_ply", np.int64),
    ("start_ply", np.int64),
    ("seats", np.int64, (PLIES + 1,)),
    ("cards", np.int64, (PLIES,)),
    ("best_cards", np.int64, (PLIES,)),
    ("best_seats", np.int64, (PLIES,)),
    ("choices", np.int64, (PLIES, 16)),
    ("move_weights", np.int64, (PLIES, 16)),
    ("pinned", np.int64, (PLIES + 1,)),
    ("first_owners", np.int64),
    ("second_owners", np.int64),
    ("table_move", np.int64),
    ("history", np.int64, (SEATS, 64)),
    ("relative", np.int64),
    ("shapes", np.int64),
    ("shape_count", np.int64),
    ("entries", np.int64),
    ("older_blocks", np.int64),
    ("block_count", np.int64),
    ("blocks_used", np.int64),
    ("matches", np.int64, (PLIES,)),
    ("shapes_used", np.int64),
    ("age", np.int64),
    ("guess", np.int64),
    ("found", np.int64),
    ("nodes", np.int64),
    ("scores", np.int64, (64,)),
]
