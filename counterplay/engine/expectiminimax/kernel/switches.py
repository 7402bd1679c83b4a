"""One bit for each technique of expectiminimax. A kernel tests `ctx.use & STAR2`.

The name of a bit is the name of its row in `techniques.py` in capitals; a test compares the two.
"""

STAR1 = 1 << 0
STAR2 = 1 << 1
TRANSPOSITION_TABLE = 1 << 2
ORDER = 1 << 3
EVALUATION_ORDER = 1 << 4
BOUNDS = 1 << 5
REPLIES = 1 << 6
