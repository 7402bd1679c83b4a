"""A race with a die: take two points for sure, or roll for one to four; who has more wins.

Each player has so many `turns`. The die is listed by `chance`; or with `listed` off it can only be
sampled, as in games whose outcomes are too many to list. With `scored`, the lead is the payoff.
"""

from typing import NamedTuple

from counterplay.core.game.facts import CHANCE, Facts, parameter

TURNS = parameter("turns", 2, 1, 6, "turns of each player")
LISTED = parameter("listed", True, about="chance lists its outcomes")
SCORED = parameter("scored", False, about="the lead is the payoff")

SURE, ROLL, FACES = 0, 1, 4

facts = Facts(
    title="Dice race",
    most_actions=2,
    longest_game=4 * TURNS,
    chance=True,
    most_outcomes=FACES,
    scored=SCORED,
    best=3 * TURNS if SCORED else 1,
)


class State(NamedTuple):
    """`lead` is the first player's; `rolling` while the die of the turn is in the air."""

    lead: int
    turn: int
    rolling: int


def initial():
    return State(0, 0, 0)


def player(s):
    return CHANCE if s.rolling else s.turn % 2


def actions(s, moves):
    if terminal(s):
        return 0
    moves[0], moves[1] = SURE, ROLL
    return 2


def result(s, a):
    sign = 1 if s.turn % 2 == 0 else -1
    if s.rolling:
        return State(s.lead + sign * a, s.turn + 1, 0)
    if a == SURE:
        return State(s.lead + sign * 2, s.turn + 1, 0)
    return State(s.lead, s.turn, 1)


def terminal(s):
    return s.turn == 2 * TURNS


def utility(s, p):
    lead = s.lead if p == 0 else -s.lead
    if SCORED:
        return lead
    return 1 if lead > 0 else -1 if lead < 0 else 0


if LISTED:

    def chance(s, outcomes, probabilities):
        for face in range(FACES):
            outcomes[face] = face + 1
            probabilities[face] = 0.25
        return FACES

else:

    def sample(s, seed):
        return seed % FACES + 1
