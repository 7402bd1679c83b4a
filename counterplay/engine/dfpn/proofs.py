"""What proof-number search asks, and what the answers say about a game of two."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import Facts
from counterplay.core.game.game import Game
from counterplay.core.game.results import Kind, Outcome

WHO_WINS = -math.inf
"""In place of a payoff that is asked for: does the mover win, and does the other?"""

ROUNDING = 1e-6


@dataclass
class Question:
    """Does the attacker reach its goal? With what is known of each move at the root.

    `phi` is 0 for a move with which the mover has its way; `work` is the logarithm of the nodes
    that a move took.
    """

    attacker: int
    answer: bool | None = None
    is_open: bool = True
    phi: dict[int, int] = field(default_factory=dict)
    work: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What is known of the mover's payoff."""

    kind: Kind
    value: float
    outcome: Outcome | None = None


def goal_of(game: Game, at_least: float) -> int:
    """The score points that the attacker needs: for a win, or for the payoff that is asked for."""
    facts, worst = game.facts, worst_of(game.facts)
    if at_least == WHO_WINS:
        return 1
    if not worst < at_least <= facts.best:
        raise InputError(
            f"at_least={at_least:g} leaves nothing to be proven: payoffs of {game.name} go from "
            f"{worst:g} to {facts.best:g}"
        )
    if facts.scored:
        return math.ceil(facts.unit * (at_least - facts.even_share) - ROUNDING)
    return 1 if at_least > facts.even_share else 0


def worst_of(facts: Facts) -> float:
    """The lowest payoff: the other has the best."""
    return 2 * facts.even_share - facts.best


def who_wins(facts: Facts, wins: bool | None, loses: bool | None) -> Verdict | None:
    """By the answers to two questions: does the mover win, does the other? None: nothing known."""
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
    """By the answer to one question: does the mover get so much? None: nothing known."""
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
