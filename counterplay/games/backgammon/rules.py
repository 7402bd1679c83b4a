"""Backgammon: race fifteen checkers home and off the board, by the roll of two dice.

Each player rolls one die, and the higher one begins with both dice. A player moves a checker for
each die, four times after a double, to points where the other has at most one checker. A single
checker is hit: it goes to the bar, and must enter before others move. A player whose checkers are
all at home bears them off. Both dice must be played if possible; if only one can, the higher.

The payoff is 1 point, 2 for a gammon (the loser has borne off no checker), 3 for a backgammon (and
has one on the bar or in the winner's home board), times the cube. `match` plays to a number of
points: a whole match is one game here, and won or lost.

`board.py` shows the words of a state, `moves.py` lists the plays of a roll. A turn is a chance node
and a play; with the cube, a decision to double comes before the roll.

Rules: U.S. Backgammon Federation; the cube stops at 64, or where a game decides the match.
"""

import numpy as np

from counterplay.core.bits.mixing import mixed
from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE, Facts, parameter, setting
from counterplay.games.backgammon.bearoff.lookup import chances as table_chances
from counterplay.games.backgammon.bearoff.lookup import is_covered, position_equity
from counterplay.games.backgammon.bearoff.store import find_tables
from counterplay.games.backgammon.board import (
    ANSWER,
    CHECKERS,
    CHOICE,
    MOVE,
    NOTHING,
    OPENING,
    OVER,
    ROLL,
    START_FAR,
    START_NEAR,
    State,
    on_board,
)
from counterplay.games.backgammon.cube import CENTRED as NO_OWNER
from counterplay.games.backgammon.cube import (
    MINE,
    THEIRS,
    chance_after,
    match_value,
    money_value,
)
from counterplay.games.backgammon.drawing import draw
from counterplay.games.backgammon.evaluation import equity
from counterplay.games.backgammon.features import FEATURE_NAME as FEATURE_NAME
from counterplay.games.backgammon.features import FEATURE_SWAPS as FEATURE_SWAPS
from counterplay.games.backgammon.features import FEATURE_WORDS as FEATURE_WORDS
from counterplay.games.backgammon.features import write_features
from counterplay.games.backgammon.match import (
    CENTRED,
    CRAWFORD_GAME,
    DOUBLE,
    DROP,
    MOST_DOUBLINGS,
    NOBODY,
    ROLL_DICE,
    TAKE,
    doublings,
    kind_of_win,
    listed_openings,
    listed_rolls,
    may_double,
    owner,
    points_of,
    score_after,
    taken,
)
from counterplay.games.backgammon.match_equity import match_equities
from counterplay.games.backgammon.moves import MOST_PLAYS, played, plays
from counterplay.games.backgammon.notation import (
    clicked,
    read_decision,
    read_play,
    write_move,
)
from counterplay.games.backgammon.positions import read_state, write_state
from counterplay.games.backgammon.steps import after_steps

HAS_CUBE = parameter("cube", False, about="whether players may double")
LENGTH = parameter("match", 0, 0, 64, "points that win the match; 0 is a money game")
JACOBY = parameter(
    "jacoby", HAS_CUBE and LENGTH == 0, about="whether gammons count only after a double"
)
CRAWFORD = parameter(
    "crawford", HAS_CUBE and LENGTH > 0, about="whether one game at match point has no cube"
)
if JACOBY and (LENGTH > 0 or not HAS_CUBE):
    raise InputError("jacoby=True is a rule of money games with the cube: set cube=True, match=0")
if CRAWFORD and (LENGTH == 0 or not HAS_CUBE):
    raise InputError("crawford=True is a rule of matches with the cube: set cube=True, match=7")

LAST_DOUBLING = MOST_DOUBLINGS if LENGTH == 0 else (LENGTH - 1).bit_length()
"""The most doublings. In a match, more are useless: each game would decide it."""
BEST = 1 if LENGTH > 0 else 3 << LAST_DOUBLING if HAS_CUBE else 3

facts = Facts(
    title="Backgammon",
    names=("White", "Black"),
    most_actions=MOST_PLAYS,
    longest_game=10**6,
    best=BEST,
    scored=LENGTH == 0,
    unit=100_000 if LENGTH == 0 else 1_000_000,
    chance=True,
    most_outcomes=30,
)
UNIT = facts.unit
MATCH_EQUITIES = match_equities(max(LENGTH, 1), HAS_CUBE, CRAWFORD)

NETWORK = "backgammon.network"
"""Learned by `bench/backgammon_network.py`. `docs/games/backgammon.md` says how."""

SEARCH = {"beam": 8, "margin": 0.16, "reply_beam": 1}
"""Search at most the eight best first moves, by the evaluation after them, if they are within 0.16
points of the best, and the best reply to each roll: what GNU Backgammon does by default."""

data = find_tables(setting("bearoff", "", "the file of bearoff tables; none: play without"))


def initial():
    return State(START_NEAR, START_FAR, START_NEAR, START_FAR, 0, 0, OPENING, CENTRED, 0)


def player(s):
    if s.stage == OPENING or s.stage == ROLL:
        return CHANCE
    return 1 - s.turn if s.stage == ANSWER else s.turn


def actions(s, moves):
    if s.stage == MOVE:
        if s.turn == 0:
            return plays(s.near0, s.far0, s.near1, s.far1, s.dice, moves)
        return plays(s.near1, s.far1, s.near0, s.far0, s.dice, moves)
    if s.stage == CHOICE:
        moves[0], moves[1] = ROLL_DICE, DOUBLE
        return 2
    if s.stage == ANSWER:
        moves[0], moves[1] = TAKE, DROP
        return 2
    return 0


def chance(s, outcomes, probabilities):
    if s.stage == OPENING:
        return listed_openings(outcomes, probabilities)
    return listed_rolls(outcomes, probabilities)


def result(s, a):
    if s.stage == MOVE:
        return after_play(s, a)
    if s.stage == OPENING:
        return at_stage(s, a & 63, a >> 6, MOVE, s.cube)
    if s.stage == ROLL:
        return at_stage(s, a, s.turn, MOVE, s.cube)
    if a == ROLL_DICE:
        return at_stage(s, 0, s.turn, ROLL, s.cube)
    if a == DOUBLE:
        return at_stage(s, 0, s.turn, ANSWER, s.cube)
    if a == TAKE:
        return at_stage(s, 0, s.turn, ROLL, taken(s.cube, 1 - s.turn))
    return won(s, s.turn, 1 << doublings(s.cube))


def at_stage(s, dice, turn, stage, cube):
    """The same checkers and score at another stage."""
    return State(s.near0, s.far0, s.near1, s.far1, dice, turn, stage, cube, s.score)


def after_play(s, a):
    """The state after a play: the other player's turn, or the end of the game."""
    if s.turn == 0:
        near0, far0, near1, far1 = played(s.near0, s.far0, s.near1, s.far1, s.dice, a)
    else:
        near1, far1, near0, far0 = played(s.near1, s.far1, s.near0, s.far0, s.dice, a)
    is_won = near0 | far0 == NOTHING or near1 | far1 == NOTHING
    stage = ROLL
    if HAS_CUBE and may_double(s.cube, s.score, 1 - s.turn, LAST_DOUBLING):
        stage = CHOICE
    turn = s.turn if is_won else 1 - s.turn
    after = State(near0, far0, near1, far1, 0, turn, stage, s.cube, s.score)
    return won(after, turn, points_of_win(after)) if is_won else after


def points_of_win(s):
    """The points for the player who has borne off all checkers."""
    if JACOBY and doublings(s.cube) == 0:
        return 1
    kind = kind_of_win(s.near1, s.far1) if s.turn == 0 else kind_of_win(s.near0, s.far0)
    return kind << doublings(s.cube)


def won(s, winner, points):
    """The state after a game that `winner` has won: the end, or the next game of the match."""
    if LENGTH == 0:
        score = points << 8 * winner
        return State(s.near0, s.far0, s.near1, s.far1, 0, s.turn, OVER, s.cube, score)
    score = score_after(s.score, winner, points, LENGTH, CRAWFORD)
    if points_of(score, winner) == LENGTH:
        return State(s.near0, s.far0, s.near1, s.far1, 0, s.turn, OVER, s.cube, score)
    return State(START_NEAR, START_FAR, START_NEAR, START_FAR, 0, 0, OPENING, CENTRED, score)


def terminal(s):
    return s.stage == OVER


def utility(s, p):
    difference = points_of(s.score, p) - points_of(s.score, 1 - p)
    return difference if LENGTH == 0 else np.sign(difference)


# Optional functions for searches.


def key(s):
    rest = s.dice | s.turn << 6 | s.stage << 7 | s.cube << 10 | s.score << 15
    checkers = mixed(mixed(mixed(mixed(NOTHING, s.near0), s.far0), s.near1), s.far1)
    return mixed(checkers, np.uint64(rest))


def bounds(s, low, high):
    """Without the cube, a player who has borne off a checker cannot lose a gammon."""
    least, most = -BEST * UNIT, BEST * UNIT
    if LENGTH == 0 and not HAS_CUBE:
        if on_board(s.near0, s.far0) < CHECKERS:
            least = -UNIT
        if on_board(s.near1, s.far1) < CHECKERS:
            most = UNIT
    if player(s) == 1:
        return -most, -least
    return least, most


def roller(s):
    return s.turn


def features(s, p, words):
    if p == 0:
        write_features(s.near0, s.far0, s.near1, s.far1, words)
    else:
        write_features(s.near1, s.far1, s.near0, s.far0, words)


def evaluate(s, p, data):
    """An estimate of the points of player `p` in this game. In matches, the score counts half."""
    points = 0 if s.stage == OPENING or s.stage == OVER else equity(s, UNIT)
    if is_covered(s.near0, s.far0, s.near1, s.far1, data) and s.stage != OVER:
        mine, theirs = (s.near0, s.near1) if s.turn == 0 else (s.near1, s.near0)
        points = np.int64(np.rint(UNIT * position_equity(mine, theirs, s.dice, data)))
    if s.stage == ANSWER:
        points = min(2 * points, UNIT)  # the other drops if that is cheaper
    points = points if p == s.turn else -points
    lead = UNIT * (points_of(s.score, p) - points_of(s.score, 1 - p))
    if LENGTH > 0:
        return (points + lead // LENGTH) // 2
    return (points << doublings(s.cube)) + lead


def from_chances(s, p, chances, data):
    """The score of player `p`, from the chances of the payoffs -2, -1, 1, 2 and 3 or more."""
    win, gammon, backgammon = chances[2], chances[3], chances[4]
    lost_gammon, lost_backgammon = 1.0 - chances[1], 1.0 - chances[0]
    if is_covered(s.near0, s.far0, s.near1, s.far1, data):
        mine, theirs = (s.near0, s.near1) if s.turn == 0 else (s.near1, s.near0)
        win, gammon, lost_gammon = table_chances(mine, theirs, data)
        backgammon, lost_backgammon = 0.0, 0.0
    value = 0.0
    if s.stage == OVER or (s.stage == OPENING and LENGTH == 0):
        value = np.float64(points_of(s.score, s.turn) - points_of(s.score, 1 - s.turn))
    elif s.stage == OPENING:
        value = 2.0 * opening_value(s) - 1.0
    elif LENGTH == 0:
        value = money_equity(s, win, gammon, backgammon, lost_gammon, lost_backgammon)
    else:
        value = match_equity(s, win, gammon, backgammon, lost_gammon, lost_backgammon)
    points = np.int64(np.rint(UNIT * value))
    return points if p == s.turn else -points


def holder_of(s):
    """Who owns the cube, seen by the player on roll."""
    if owner(s.cube) == NOBODY:
        return NO_OWNER
    return MINE if owner(s.cube) == s.turn else THEIRS


def money_equity(s, win, gammon, backgammon, lost_gammon, lost_backgammon):
    """The equity of the player on roll in a money game, in points."""
    stake, is_dead = 1 << doublings(s.cube), doublings(s.cube) >= LAST_DOUBLING or not HAS_CUBE
    value = stake * money_value(
        win, gammon, backgammon, lost_gammon, lost_backgammon, holder_of(s), is_dead, JACOBY
    )
    if s.stage == CHOICE or s.stage == ANSWER:
        is_last = doublings(s.cube) + 1 >= LAST_DOUBLING
        doubled = (
            2.0
            * stake
            * money_value(
                win, gammon, backgammon, lost_gammon, lost_backgammon, THEIRS, is_last, JACOBY
            )
        )
        doubled = min(doubled, np.float64(stake))
        return doubled if s.stage == ANSWER else max(value, doubled)
    return value


def match_equity(s, win, gammon, backgammon, lost_gammon, lost_backgammon):
    """Twice the chance of the player on roll to win the match, minus one."""
    away, their_away = LENGTH - points_of(s.score, s.turn), LENGTH - points_of(s.score, 1 - s.turn)
    is_last_stretch = min(away, their_away) == 1
    level = doublings(s.cube)
    most = LAST_DOUBLING if HAS_CUBE and not s.score & CRAWFORD_GAME else level
    value = match_value(
        win, gammon, backgammon, lost_gammon, lost_backgammon, holder_of(s), level,
        max(most, level), away, their_away, is_last_stretch, MATCH_EQUITIES,
    )  # fmt: skip
    if s.stage == CHOICE or s.stage == ANSWER:
        doubled = match_value(
            win, gammon, backgammon, lost_gammon, lost_backgammon, THEIRS, level + 1,
            max(most, level + 1), away, their_away, is_last_stretch, MATCH_EQUITIES,
        )  # fmt: skip
        cashed = chance_after(away, their_away, 1 << level, is_last_stretch, MATCH_EQUITIES)
        doubled = min(doubled, cashed)
        value = doubled if s.stage == ANSWER else max(value, doubled)
    return 2.0 * value - 1.0


def opening_value(s):
    """The chance of the player `s.turn` to win the match, before a game begins."""
    away, their_away = LENGTH - points_of(s.score, s.turn), LENGTH - points_of(s.score, 1 - s.turn)
    if min(away, their_away) == 1 and not s.score & CRAWFORD_GAME:
        return chance_after(away + 1, their_away, 1, True, MATCH_EQUITIES)
    return MATCH_EQUITIES[away, their_away]


# Notation and drawing.


def show_move(s, a):
    return write_move(s, a)


def parse_move(s, text):
    """A play such as 8/5,6/5*, bar/20, 6/off or 13/11(2); or roll, double, take and drop."""
    if s.stage in (CHOICE, ANSWER):
        return read_decision(text)
    buffer = np.zeros(facts.most_actions, np.int64)
    return read_play(s, text, buffer[: actions(s, buffer)].tolist())


def parse_position(text):
    """A position ID of GNU Backgammon, alone or with a match ID: 4HPwATDgc/ABMA:cAkAAAAAAAAA."""
    return read_state(text, HAS_CUBE, LENGTH, LAST_DOUBLING)


def show_position(s):
    return write_state(s, HAS_CUBE, LENGTH, LAST_DOUBLING, JACOBY)


def board(s):
    return draw(s, LENGTH, HAS_CUBE)


def cells(s, a):
    """The points that checkers leave and reach, in the order of the play."""
    return clicked(s, a)


def next_steps(s, done):
    """The board after some steps of a play, and the steps that can follow."""
    if s.stage != MOVE:
        return board(s), {}
    buffer = np.zeros(facts.most_actions, np.int64)
    after, used, following = after_steps(s, done, buffer[: actions(s, buffer)].tolist())
    return draw(after, LENGTH, HAS_CUBE, used), following
