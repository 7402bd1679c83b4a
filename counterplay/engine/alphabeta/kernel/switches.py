"""One bit for each technique that is switched at run time.

A kernel tests `ctx.use & KILLERS`. The name of a bit is the name of its row in `techniques.py` in
capitals; a test compares the two. A technique is selective if its bit is one of the low sixteen.
"""

# Selective techniques: they search some moves deeper, less deep or not at all.
SINGULAR_EXTENSIONS = 1 << 0
CHECK_EXTENSIONS = 1 << 1
LATE_MOVE_REDUCTIONS = 1 << 2
LATE_MOVE_PRUNING = 1 << 3
NULL_MOVE = 1 << 4
FUTILITY = 1 << 5
PROBCUT = 1 << 6
DEEPER_ENTRIES = 1 << 7
RAZORING = 1 << 8
EXCHANGE_PRUNING = 1 << 9

SELECTIVE = (1 << 16) - 1

# The rest: with these alone, every move is searched to the same depth.
TRANSPOSITION_TABLE = 1 << 16
BOUNDS = 1 << 17
SUFFICIENT_MOVES = 1 << 18
SYMMETRY = 1 << 19
ORDER = 1 << 20
EVALUATION_ORDER = 1 << 21
KILLERS = 1 << 22
HISTORY = 1 << 23
COUNTERMOVES = 1 << 24
INTERNAL_ITERATIVE_DEEPENING = 1 << 25
ENHANCED_CUTOFFS = 1 << 26
QUIESCENCE = 1 << 27
BIAS = 1 << 28
ASPIRATION = 1 << 29
SCOUT = 1 << 30
HISTORY_KEYS = 1 << 31
QUIESCENCE_TABLE = 1 << 32
