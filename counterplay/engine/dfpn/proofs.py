"""The questions of proof-number search, and what their answers prove about the payoff."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.game import Game
from counterplay.core.game.results import Kind, Outcome

WHO_WINS = -math.inf
"""Instead of a payoff to prove: does the mover win, and does the opponent?"""

ROUNDING = 1e-6


@dataclass
class Question:
    """Does the attacker reach its goal? With the numbers of each root move.

    phi    0 if the move is proven good for the mover
    work   the logarithm of the nodes searched below the move
    """

    attacker: int
    answer: bool | None = None
    is_open: bool = True
    phi: dict[int, int] = field(default_factory=dict)
    work: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What is proven about the mover's payoff."""

    kind: Kind
    value: float
    outcome: Outcome | None = None


def goal_of(game: Game, at_least: float) -> int:
    """The score points that the attacker needs, for a win or for the payoff `at_least`."""
    facts, worst = game.facts, worst_of(game.facts)
    if at_least == WHO_WINS:
        return 1
    if not worst < at_least <= facts.best:
        raise InputError(
            f"at_least={at_least:g} is outside the payoffs of {game.name}, which go from "
            f"{worst:g} to {facts.best:g}"
        )
    if facts.scored:
        return math.ceil(facts.unit * (at_least - facts.even_share) - ROUNDING)
    return 1 if at_least > facts.even_share else 0


def worst_of(facts: Facts) -> float:
    """The lowest payoff: what a player gets if the opponent gets the best."""
    return 2 * facts.even_share - facts.best


def who_wins(facts: Facts, wins: bool | None, loses: bool | None) -> Verdict | None:
    """The verdict from two answers: does the mover win or lose? None if nothing is known."""
    even = facts.even_share
    if wins:
        return Verdict("lower", even, "win") if facts.scored else won(facts)
    if loses:
        return Verdict("upper", even, "loss") if facts.scored else lost(facts)
    if wins is False and loses is False:
        return Verdict("exact", even, "draw")
    if wins is None and loses is None:
        return None
    return Verdict("upper" if loses is None else "lower", even)


def reaches(facts: Facts, at_least: float, answer: bool | None) -> Verdict | None:
    """The verdict from one answer: does the mover get `at_least`? None if nothing is known."""
    even = facts.even_share
    if answer is None:
        return None
    if answer and at_least > even:
        return Verdict("lower", at_least, "win") if facts.scored else won(facts)
    if not answer and at_least <= even:
        return Verdict("upper", at_least, "loss") if facts.scored else lost(facts)
    return Verdict("lower" if answer else "upper", at_least if facts.scored else even)


def won(facts: Facts) -> Verdict:
    return Verdict("exact", facts.best, "win")


def lost(facts: Facts) -> Verdict:
    return Verdict("exact", worst_of(facts), "loss")
