"""Pig: roll a die as often as you dare, and lose the turn's points with a 1 (Scarne, 1945).

A turn begins with a roll. A roll of 2 to 6 is added to the total of the turn, and the player may
roll again, or hold: then the total is added to the player's score. A roll of 1 ends the turn, and
its total is lost. A player whose score and total reach the goal wins at once.

Neller and Presser (2004) computed the best play: with it, the first player wins 53.06 % of games.
"""

import re
from math import sqrt
from typing import NamedTuple

from counterplay.core.game.facts import CHANCE, Facts, parameter
from counterplay.presentation.drawings import Grid

GOAL = parameter("goal", 100, 2, 1000, "points that win the game")

ROLL, HOLD = 0, 1
FACES = 6

facts = Facts(
    title="Pig",
    names=("first", "second"),
    most_actions=2,
    longest_game=10_000,  # no bound: turns can be lost again and again
    chance=True,
    most_outcomes=FACES,
)
DISTINCT_ACTIONS = 2
EVALUATION_LIMIT = facts.win_score - 2_000


class State(NamedTuple):
    """The scores, the total of the turn, whose turn it is, and 1 in `rolling` before a roll."""

    first: int
    second: int
    total: int
    mover: int
    rolling: int


def initial():
    return State(0, 0, 0, 0, 0)


def player(s):
    return CHANCE if s.rolling == 1 else s.mover


def actions(s, moves):
    if terminal(s) or s.rolling == 1:
        return 0
    moves[0], moves[1] = ROLL, HOLD
    return 2 if s.total > 0 else 1


def chance(s, outcomes, probabilities):
    for i in range(FACES):
        outcomes[i] = i + 1
        probabilities[i] = 1 / FACES
    return FACES


def result(s, a):
    if s.rolling == 0:
        if a == ROLL:
            return State(s.first, s.second, s.total, s.mover, 1)
        return held(s)
    if a == 1:
        return State(s.first, s.second, 0, 1 - s.mover, 0)
    return State(s.first, s.second, s.total + a, s.mover, 0)


def held(s):
    """The state after the player to move holds."""
    if s.mover == 0:
        return State(s.first + s.total, s.second, 0, 1, 0)
    return State(s.first, s.second + s.total, 0, 0, 0)


def score(s, p):
    return s.first if p == 0 else s.second


def terminal(s):
    """Only the player of the turn can have reached the goal."""
    return score(s, s.mover) + s.total >= GOAL


def utility(s, p):
    return 1 if p == s.mover else -1


TEMPO, WORTH = 4.0, 0.6
"""What a turn is worth in points, and what a point of its total is, until the player holds."""
SPREAD, WIDENING = 25.0, 0.5
"""The lead that makes a player a clear favourite: at the goal, and more for each point before."""


def evaluate(s, p):
    """The lead in points, compared with how far the leader is from the goal.

    The constants fit the exact chances of goal=100: the mean error is 0.05 of a payoff.
    """
    mine, theirs = score(s, s.mover) + turn_worth(s), score(s, 1 - s.mover)
    x = (mine - theirs) / (SPREAD + WIDENING * max(GOAL - max(mine, theirs), 0))
    points = int(EVALUATION_LIMIT * x / sqrt(1 + x * x))
    return points if p == s.mover else -points


def turn_worth(s):
    """What the turn is worth to its player: the better of to hold and to roll. From a total of
    20 on it is better to hold."""
    if s.rolling == 1:
        return (5 * max(s.total, WORTH * (s.total + 4) + TEMPO) - TEMPO) / 6
    return max(s.total - TEMPO, WORTH * s.total + TEMPO)


# Notation and drawing.


def show_move(s, a):
    """`roll`, `hold`, or the number of a roll."""
    if s.rolling == 1:
        return str(a)
    return "roll" if a == ROLL else "hold"


def show_position(s):
    """The scores, the total of the turn and the player: 20-31+8 first. `?` is a die in the air."""
    total = f"+{s.total}" if s.total else ""
    return f"{s.first}-{s.second}{total} {facts.names[s.mover]}{'?' if s.rolling else ''}"


def parse_position(text):
    found = re.fullmatch(r"(\d{1,4})-(\d{1,4})(?:\+(\d{1,4}))? (first|second)(\?)?", text.strip())
    if found is None:
        raise ValueError("expected both scores, the total and the player, as in 20-31+8 first")
    first, second, total = (int(number or 0) for number in found.groups()[:3])
    mover = facts.names.index(found[4])
    waiting = second if mover == 0 else first
    if waiting >= GOAL:
        raise ValueError(f"{facts.names[1 - mover]} has {waiting} points and has won already")
    s = State(first, second, total, mover, int(found[5] is not None))
    if total == 1:
        raise ValueError("no turn has a total of 1: a roll of 1 ends the turn")
    if s.rolling and terminal(s):
        raise ValueError(f"{found[4]} has won: there is no roll")
    return s


TRACK = 10
"""The cells of the track that shows how far a player has come."""


def board(s):
    looks = {"#": "disc blue", "+": "disc yellow"}
    rows = [[*numbers_of(s, p), *track_of(s, p)] for p in (0, 1)]
    columns = ["score", "turn", *(str(GOAL * (i + 1) // TRACK) for i in range(TRACK))]
    lines = [" " * 8 + "score  turn"]
    lines += [f"{facts.names[p]:>6}  {row[0]:>5}  {row[1]:>4}" for p, row in enumerate(rows)]
    notes = f"{GOAL} points win"
    return Grid(
        rows,
        columns=columns,
        numbers=facts.names,
        names=[f"{name} {column}" for name in facts.names for column in columns],
        looks=looks,
        above=True,
        notes=notes,
        text="\n".join([*lines, "", notes]),
        dice=["?"],
    )


def numbers_of(s, p):
    """The score of a player, and the total of the turn if it is the player's."""
    return [str(score(s, p)), f"+{s.total}" if p == s.mover and s.total else "."]


def track_of(s, p):
    """The cells of a player's track: what the score and the total of the turn fill."""
    scored = min(score(s, p), GOAL) * TRACK // GOAL
    total = s.total if p == s.mover else 0
    reached = min(score(s, p) + total, GOAL) * TRACK // GOAL
    return "#" * scored + "+" * (reached - scored) + "." * (TRACK - reached)
