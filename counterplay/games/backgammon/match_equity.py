"""Match equities: the chance to win a match from each score, worked out by the program.

`table[a, b]` is the chance of a player who needs `a` points when the other needs `b`, before a game
that is not after the Crawford game; if `a` or `b` is 1, it is the Crawford game. `table[0, n]` is
the chance of a player who needs `n` points after the Crawford game, when the other needs one.

Both players win half of the games, and a quarter of won games are gammons. The cube is worth what
`cube.py` says.
"""

import numpy as np

from counterplay.games.backgammon.cube import CENTRED, match_value, mean_match

GAMMONS = 0.25
"""The share of won games that are gammons."""


def match_equities(length, has_cube, has_crawford):
    """The table of a match to `length` points."""
    table = np.full((length + 1, length + 1), 0.5)
    for n in range(1, length + 1):
        table[0, n] = after_crawford(n, table, has_cube)
    for total in range(2, 2 * length + 1):
        for a in range(max(1, total - length), min(length, total - 1) + 1):
            table[a, total - a] = equity(a, total - a, table, has_cube, has_crawford)
    return table


def after_crawford(n, table, has_cube):
    """The chance of the player who is behind. With a cube, this player doubles at once."""
    if n == 1:
        return 0.5
    points = 2 if has_cube else 1

    def left(m):
        return 1.0 if m <= 0 else table[0, m]

    return 0.5 * ((1 - GAMMONS) * left(n - points) + GAMMONS * left(n - 2 * points))


def equity(a, b, table, has_cube, has_crawford):
    """The chance of a player who needs `a` points when the other needs `b`."""
    if a == b:
        return 0.5
    if min(a, b) == 1:
        if not has_crawford:
            return 1.0 - table[0, b] if a == 1 else table[0, a]
        return 0.5 * (after_win(a, b, table) + 1.0 - after_win(b, a, table))
    most = (max(a, b) - 1).bit_length() if has_cube else 0
    half = GAMMONS / 2
    return match_value(0.5, half, 0.0, half, 0.0, CENTRED, 0, most, a, b, False, table)


def after_win(a, b, table):
    """The chance after a won Crawford game."""
    return mean_match(a, b, 1, GAMMONS, 0.0, True, table)
