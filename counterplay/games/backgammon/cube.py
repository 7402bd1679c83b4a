"""What the chances of a game are worth, with the doubling cube and at the score of a match.

`win`, `gammon` and `backgammon` are chances of the player on roll, `lost_gammon` and
`lost_backgammon` those of the other. A gammon includes the backgammons.

Nobody knows how well a cube will be used. A dead cube is never turned again. A live cube is turned
at the very moment when the other could just as well drop. The truth is between the two: LIFE says
how far (Janowski 1993). With a live cube the value is a line from point to point: certain loss,
the chance at which the other player cashes, the chance at which this player does, certain win.
"""

LIFE = 0.68
"""How far the value is from a dead cube to a live one; GNU Backgammon has the same in contact."""

MINE, THEIRS, CENTRED = range(3)
"""Who owns the cube: the player on roll, the other, nobody."""


def line(x, x0, y0, x1, y1):
    """The value at `x` of the line through two points."""
    return y0 if x1 <= x0 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def live_value(win, holder, lost, take, dropped, cash, cashed, won):
    """The value with a live cube.

    lost, won         the values of a certain loss and of a certain win
    take, dropped     at the chance `take` the other player cashes, and `dropped` is left
    cash, cashed      at the chance `cash` this player cashes, and gets `cashed`
    """
    if holder == MINE:
        take, dropped = 0.0, lost
    if holder == THEIRS:
        cash, cashed = 1.0, won
    if win < take:
        return line(win, 0.0, lost, take, dropped)
    if win < cash:
        return line(win, take, dropped, cash, cashed)
    return line(win, cash, cashed, 1.0, won)


def money_value(win, gammon, backgammon, lost_gammon, lost_backgammon, holder, is_dead, is_jacoby):
    """The equity of the player on roll in units of the cube, in a money game.

    is_dead     nobody can double any more
    is_jacoby   gammons do not count before the first double
    """
    mine = mean_points(win, gammon, backgammon)
    theirs = mean_points(1.0 - win, lost_gammon, lost_backgammon)
    won, lost = (1.0, 1.0) if is_jacoby and holder == CENTRED else (mine, theirs)
    dead = win * won - (1.0 - win) * lost
    if is_dead:
        return dead
    # After a double gammons count: the points at which it is dropped are about the full values.
    take = (theirs - 0.5) / (mine + theirs + 0.5)
    cash = (theirs + 1.0) / (mine + theirs + 0.5)
    live = live_value(win, holder, -lost, take, -1.0, cash, 1.0, won)
    return (1.0 - LIFE) * dead + LIFE * live


def mean_points(win, gammon, backgammon):
    """The points of a won game on average."""
    if win <= 0.0:
        return 1.0
    gammon = min(gammon, win)
    return 1.0 + (gammon + min(backgammon, gammon)) / win


def match_value(win, gammon, backgammon, lost_gammon, lost_backgammon, holder, doublings, most,
                away, their_away, is_last_stretch, table):  # fmt: skip
    """The chance of the player on roll to win the match.

    doublings, most   the cube, and the doublings at which it is dead; with 0 there is no cube
    away, their_away  the points that the players need
    is_last_stretch   this is the Crawford game or a later one
    table             match equities (`match_equity.py`)
    """
    g, bg = shares(win, gammon, backgammon)
    lg, lbg = shares(1.0 - win, lost_gammon, lost_backgammon)
    is_dead_for_me, is_dead_for_them = True, True
    take, cash = 0.0, 1.0
    # The values at the next level of the cube, from the highest level down.
    next_lost, next_take, next_dropped = 0.0, 0.0, 0.0
    next_won, next_cash, next_cashed = 1.0, 1.0, 1.0
    level = most
    while True:
        points = 1 << level
        won = mean_match(away, their_away, points, g, bg, is_last_stretch, table)
        lost = 1.0 - mean_match(their_away, away, points, lg, lbg, is_last_stretch, table)
        cashed = chance_after(away, their_away, points, is_last_stretch, table)
        dropped = 1.0 - chance_after(their_away, away, points, is_last_stretch, table)
        if level < most:
            # The other cashes where taking is worth as much to me as dropping, and so do I.
            if points < their_away:
                take = crossing(dropped, 0.0, next_lost, next_cash, next_cashed)
                is_dead_for_them = False
            if points < away:
                cash = crossing(cashed, next_take, next_dropped, 1.0, next_won)
                is_dead_for_me = False
        if level == doublings:
            break
        next_lost, next_won = lost, won
        next_take, next_dropped = (0.0, lost) if is_dead_for_them else (take, dropped)
        next_cash, next_cashed = (1.0, won) if is_dead_for_me else (cash, cashed)
        level -= 1
    dead = win * won + (1.0 - win) * lost
    if is_dead_for_them:
        take, dropped = 0.0, lost
    if is_dead_for_me:
        cash, cashed = 1.0, won
    live = live_value(win, holder, lost, take, dropped, cash, cashed, won)
    return (1.0 - LIFE) * dead + LIFE * live


def shares(win, gammon, backgammon):
    """The parts of won games that are gammons, and backgammons."""
    if win <= 0.0:
        return 0.0, 0.0
    gammon = min(gammon, win)
    return gammon / win, min(backgammon, gammon) / win


def crossing(value, x0, y0, x1, y1):
    """The chance at which the line through two points has this value."""
    if y1 <= y0:
        return x1
    return min(max(x0 + (x1 - x0) * (value - y0) / (y1 - y0), x0), x1)


def mean_match(away, their_away, points, gammon, backgammon, is_last_stretch, table):
    """The chance to win the match after a won game, on average over single games and gammons."""
    single = chance_after(away, their_away, points, is_last_stretch, table)
    double = chance_after(away, their_away, 2 * points, is_last_stretch, table)
    triple = chance_after(away, their_away, 3 * points, is_last_stretch, table)
    return (1.0 - gammon) * single + (gammon - backgammon) * double + backgammon * triple


def chance_after(away, their_away, points, is_last_stretch, table):
    """The chance to win the match for a player who has won so many points."""
    if points >= away:
        return 1.0
    if is_last_stretch:  # one player needs one point: the other always doubles
        if away - points == 1 and their_away == 1:
            return 0.5
        if their_away == 1:
            return table[0, away - points]
        return 1.0 - table[0, their_away]
    return table[away - points, their_away]
