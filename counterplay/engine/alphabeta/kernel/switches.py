"""The techniques of alpha-beta that are switched at run time, one bit each.

A kernel asks `ctx.use & KILLERS`; Python sets the bits from the settings of the same names.
"""

TABLE = 1 << 0
BOUNDS = 1 << 1
SUFFICIENT_MOVES = 1 << 2
SYMMETRY = 1 << 3
ORDER = 1 << 4
EVALUATION_ORDER = 1 << 5
KILLERS = 1 << 6
HISTORY = 1 << 7
COUNTERMOVES = 1 << 8
INTERNAL_DEEPENING = 1 << 9
TABLE_CUTS = 1 << 10
QUIESCENCE = 1 << 11
BIAS = 1 << 12
SINGULAR = 1 << 13
LATE_REDUCTIONS = 1 << 14
NULL_MOVE = 1 << 15
FUTILITY = 1 << 16
PROBCUT = 1 << 17
ASPIRATION = 1 << 18
SCOUT = 1 << 19
DEEPER_ENTRIES = 1 << 20
PATHS = 1 << 21
THREATS = 1 << 22
LATE_CUTS = 1 << 23

SELECTIVE = (
    SINGULAR
    | LATE_REDUCTIONS
    | LATE_CUTS
    | NULL_MOVE
    | FUTILITY
    | PROBCUT
    | THREATS
    | DEEPER_ENTRIES
)
"""Those by which some moves are looked at less deep, or deeper, than others."""
