"""The board of backgammon as a text, and as cells for the page.

White's home board is at the bottom right. The points have the numbers of the player whose turn it
is. White's checkers are O, Black's X.
"""

from counterplay.games.backgammon.board import (
    ANSWER,
    BAR,
    CHECKERS,
    MOVE,
    OPENING,
    OVER,
    count,
    pips,
)
from counterplay.games.backgammon.match import CRAWFORD_GAME, NOBODY, doublings, owner, points_of
from counterplay.presentation.stacks import Stacks

TOP = [*range(13, 19), BAR, *range(19, 25), 0]
BOTTOM = [*range(12, 6, -1), BAR, *range(6, 0, -1), 0]
"""The columns from the left, as White's points; the bar, and the checkers borne off."""
DEEP = 5
"""The checkers of a point that are drawn one by one."""
NAMES = ("White", "Black")
LOOKS = {"w": "disc white", "b": "disc black"}


def draw(s, length, has_cube, used=()):
    """The board of a state. `used` are the dice of the roll that have been played."""
    notes = notes_of(s, length, has_cube)
    rows = rows_of(s)
    return Stacks(
        above=[checkers(s, point, 1) for point in TOP],
        below=[checkers(s, point, 0) for point in BOTTOM],
        names=[*names_of(s, TOP, 1), *names_of(s, BOTTOM, 0)],
        bars=[TOP.index(BAR)],
        trays=[TOP.index(0)],
        looks=LOOKS,
        captions=(str(pips(s.near1, s.far1)), str(pips(s.near0, s.far0))),
        cube=cube_of(s) if has_cube else "",
        notes=notes,
        text=f"{as_text(s, rows)}\n\n{notes}",
        dice=dice_of_roll(s, used),
    )


def names_of(s, columns, side=None):
    """The names of the columns for the player whose turn it is.

    With the `side` of a player, bar and tray of the other one have other names.
    """
    whose = "" if side in (None, s.turn) else f"{NAMES[side]}'s "
    names = {BAR: f"{whose}bar", 0: f"{whose}tray" if whose else "off"}
    own = [p if s.turn == 0 or p in (0, BAR) else BAR - p for p in columns]
    return [names.get(p, str(p)) for p in own]


def cube_of(s):
    """The cube, and where it lies."""
    number = 1 << doublings(s.cube)
    if s.stage == ANSWER:
        return f"{2 * number} offered"
    return f"{number} {('below', 'above', 'middle')[owner(s.cube)]}"


def dice_of_roll(s, used):
    """The dice of a roll in the colour of the player, four for a double."""
    if s.stage != MOVE:
        return []
    high, low, colour = s.dice >> 3, s.dice & 7, NAMES[s.turn].lower()
    left = [*used]
    dice = []
    for die in [high] * 4 if high == low else [high, low]:
        played = die in left
        if played:
            left.remove(die)
        dice.append(f"{die} {colour}{' used' if played else ''}")
    return dice


def rows_of(s):
    """The rows of the board, from the numbers of the points above to those below."""
    upper = [stack(s, point, 1) for point in TOP]
    lower = [stack(s, point, 0) for point in BOTTOM]
    return [
        names_of(s, TOP),
        *([column[depth] for column in upper] for depth in range(DEEP)),
        *([column[depth] for column in lower] for depth in reversed(range(DEEP))),
        names_of(s, BOTTOM),
    ]


def stack(s, point, side):
    """The pieces of a column from the rim inwards; a number stands for those that do not fit."""
    pieces = checkers(s, point, side)
    shown = [*pieces[:DEEP], *["."] * (DEEP - len(pieces))]
    return [*shown[:-1], str(len(pieces))] if len(pieces) > DEEP else shown


def checkers(s, point, side):
    """The checkers of a column. The bar and the checkers borne off are those of one side."""
    white = int(count(s.near0, s.far0, point)) if point else borne_off(s.near0, s.far0)
    if point in (0, BAR):
        black = int(count(s.near1, s.far1, point)) if point else borne_off(s.near1, s.far1)
        white, black = (0, black) if side == 1 else (white, 0)
    else:
        black = int(count(s.near1, s.far1, BAR - point))
    return "w" * white or "b" * black


def borne_off(near, far):
    return CHECKERS - sum(int(count(near, far, point)) for point in range(1, BAR + 1))


def as_text(s, rows):
    """The rows with frames around the quarters of the board."""
    marks = {"w": "O", "b": "X"}
    lines = [framed([marks.get(piece, piece) for piece in row]) for row in rows]
    edge = f"+{'-' * 18}+---+{'-' * 18}+"
    lines[0], lines[-1] = (line.replace("|", " ") for line in (lines[0], lines[-1]))
    middle = len(lines) // 2
    return "\n".join(
        line.rstrip()
        for line in (
            lines[0], edge, *lines[1:middle], framed([" "] * len(TOP)), *lines[middle:-1], edge,
            lines[-1],
        )
    )  # fmt: skip


def framed(row):
    cells = [piece.rjust(2) + " " for piece in row]
    left, bar, right, off = "".join(cells[:6]), row[6].center(3), "".join(cells[7:13]), cells[13]
    return f"|{left}|{bar}|{right}|{off}"


def notes_of(s, length, has_cube):
    """The pip counts, the cube, the score, and whose turn it is."""
    words = [f"pips: White {pips(s.near0, s.far0)}  Black {pips(s.near1, s.far1)}"]
    if has_cube:
        whose = "centred" if owner(s.cube) == NOBODY else NAMES[owner(s.cube)]
        words.append(f"cube: {1 << doublings(s.cube)} ({whose})")
    if length or s.stage == OVER:
        game = ", Crawford game" if s.score & CRAWFORD_GAME else ""
        of = f" of {length}" if length else ""
        words.append(f"score: {points_of(s.score, 0)}-{points_of(s.score, 1)}{of}{game}")
    return "; ".join([*words, turn_of(s)])


def turn_of(s):
    if s.stage == OPENING:
        return "each rolls one die"
    if s.stage == OVER:
        return "the end"
    if s.stage == ANSWER:
        return f"{NAMES[s.turn]} doubles"
    if s.stage == MOVE:
        return f"{NAMES[s.turn]} has rolled {s.dice >> 3}{s.dice & 7}"
    return f"{NAMES[s.turn]} to roll"
