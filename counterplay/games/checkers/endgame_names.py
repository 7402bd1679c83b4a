"""Names of checkers endings, such as KKMvK, and which endings lead to which.

A name has the pieces of both sides, kings K first, then men M.
"""

import re

from counterplay.games.checkers.endgame_index import MOST, kings_of, men_of

MOST_OF_ALL = 4
"""The name all means the tables with up to this number of pieces."""

MOST_OF_A_MAN = 3
"""The most pieces that a man can capture in one move: each capture takes it two rows on."""


def table(kings, men, other_kings, other_men):
    """The number of the table with this material."""
    sides = (kings + men) << 4 | kings, (other_kings + other_men) << 4 | other_kings
    return max(sides) << 8 | min(sides)


def material(t):
    """The kings and men of the stronger side, then of the other."""
    return kings_of(t >> 8), men_of(t >> 8), kings_of(t & 255), men_of(t & 255)


def tables_with(pieces):
    """All tables with this number of pieces, fewer men first: moves lead only to earlier ones."""
    found = {
        table(kings, first - kings, other_kings, pieces - first - other_kings)
        for first in range(1, pieces)
        for kings in range(first + 1)
        for other_kings in range(pieces - first + 1)
    }
    return sorted(found, key=lambda t: (men_of(t >> 8) + men_of(t & 255), t))


def parse_tables(text):
    """The tables of a name: KKMvK, or a number of pieces: 4, or 2-4, or all, which means 2-4. Each
    table comes after those below it."""
    word = text.strip().upper()
    if word == "ALL":
        word = f"2-{MOST_OF_ALL}"
    sides = re.fullmatch("([KM]+)V([KM]+)", word)
    if sides:
        first, second = sides.groups()
        if len(first) + len(second) > MOST:
            raise ValueError(f"{text.strip()} has more than {MOST} pieces, the most in a table")
        return [table(*(side.count(piece) for side in (first, second) for piece in "KM"))]
    counts = re.fullmatch(r"(\d+)(?:-(\d+))?", word)
    if not counts:
        raise ValueError(
            "write the pieces of both sides, kings K and men M, as in KKMvK, "
            "or the number of pieces, as in 4 or 2-4, or all"
        )
    least, most = int(counts[1]), int(counts[2] or counts[1])
    if not 2 <= least <= most <= MOST:
        raise ValueError(f"tables have 2 to {MOST} pieces, not {text.strip()}")
    return [t for pieces in range(least, most + 1) for t in tables_with(pieces)]


def show_table(t):
    kings, men, other_kings, other_men = material(t)
    return "K" * kings + "M" * men + "v" + "K" * other_kings + "M" * other_men


def tables_below(t):
    kings, men, other_kings, other_men = material(t)
    sides = (kings, men), (other_kings, other_men)
    return sorted({u for own, others in (sides, sides[::-1]) for u in reached(own, others)})


def reached(own, others):
    """The tables that captures and crownings of one side lead to, while both have pieces."""
    kings, men = own
    crowned = [(kings + 1, men - 1)] if men else []
    for side in crowned:
        yield table(*side, *others)
    for k in range(others[0] + 1):
        for m in range(others[1] + 1):
            if not 0 < k + m < sum(others):
                continue
            left = others[0] - k, others[1] - m
            by_man = k + m <= MOST_OF_A_MAN
            if kings or by_man:
                yield table(*own, *left)
            for side in crowned if by_man else ():
                yield table(*side, *left)
