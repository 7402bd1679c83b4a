"""Names of chess endings, such as KQvKR, and which endings lead to which."""

from itertools import combinations_with_replacement

from counterplay.games.chess.endgame_material import KINDS, MOST_PIECES, ONE_SIDE, SIDE, is_before


def counted(side):
    """The material of a side, ten bits, from its letters."""
    return sum(side.count(kind) << (SIDE - 2 - 2 * n) for n, kind in enumerate(KINDS))


def table_of(one, other):
    """The number of the table with this material."""
    return one << SIDE | other if is_before(one, other) else other << SIDE | one


def letters(side):
    return "".join(kind * (side >> (SIDE - 2 - 2 * n) & 3) for n, kind in enumerate(KINDS))


def show_table(t):
    return f"K{letters(t >> SIDE)}vK{letters(t & ONE_SIDE)}"


def parse_tables(said):
    """The tables of a name: KBNK or KBNvK; 4 for all endings with four pieces; 3-4, or all, for
    those with three and four."""
    numbers = said.replace(" ", "").replace("all", "3-4").split("-")
    if all(number.isdigit() for number in numbers) and len(numbers) <= 2:
        few, many = int(numbers[0]), int(numbers[-1])
        if not 3 <= few <= many <= MOST_PIECES:
            raise ValueError(
                f"{said!r}: endings have from 3 to {MOST_PIECES} pieces, as in 4 or 3-4"
            )
        return [t for count in range(few, many + 1) for t in tables_with(count)]
    sides = said.upper().replace("V", "").split("K")
    is_named = len(sides) == 3 and sides[0] == "" and set(sides[1] + sides[2]) <= set(KINDS)
    if not is_named or not 3 <= len("".join(sides)) + 2 <= MOST_PIECES:
        raise ValueError(
            f"{said!r} is not an ending: write both kings and up to {MOST_PIECES - 2} other "
            "pieces, as in KBNK or KQvKR, or the number of pieces, as in 4 or 3-4"
        )
    return [table_of(counted(sides[1]), counted(sides[2]))]


def tables_with(count):
    """All tables with `count` pieces."""
    found = set()
    for others in range(count - 1):
        for side in combinations_with_replacement(KINDS, count - 2 - others):
            for other in combinations_with_replacement(KINDS, others):
                found.add(table_of(counted("".join(side)), counted("".join(other))))
    return sorted(found, reverse=True)


def tables_below(t):
    """The tables that captures, promotions, and both at once lead to. Bare kings need no table."""
    found = set()
    for one, other in ((t >> SIDE, t & ONE_SIDE), (t & ONE_SIDE, t >> SIDE)):
        mine, theirs = letters(one), letters(other)
        after = {theirs} | {theirs.replace(kind, "", 1) for kind in theirs}
        changed = {mine} | {mine.replace("P", kind, 1) for kind in "QRBN" if "P" in mine}
        found |= {table_of(counted(a), counted(b)) for a in changed for b in after if a + b}
    return sorted(found - {t})
