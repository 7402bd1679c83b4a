"""`check`: the verdict about an answer to an exercise of a notebook."""

from __future__ import annotations

from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.course.exercises import (
    alphabeta,
    chance,
    evaluation,
    minimax,
    montecarlo,
    own_game,
    players,
    tables,
)
from counterplay.course.exercises.kinds import Exercise
from counterplay.course.exercises.verdict import NO_ANSWER, Verdict

CHAPTERS = (minimax, alphabeta, evaluation, tables, montecarlo, chance, players, own_game)
EXERCISES: dict[str, Exercise] = {
    f"{chapter}.{number}": exercise
    for chapter, module in enumerate(CHAPTERS, 1)
    for number, exercise in enumerate(module.EXERCISES, 1)
}
"""All exercises by their numbers: `2.3` is the third of the second notebook."""


def check(exercise: str, answer: Any) -> Verdict:
    """Return whether an answer to an exercise is right, without telling the answer.

    >>> check("1.2", 8)
    Right.
    >>> check("1.2", ...)
    No answer yet: put yours in the place of the dots.
    """
    if exercise not in EXERCISES:
        raise InputError(f"there is no exercise {exercise!r}: there are {', '.join(EXERCISES)}")
    if answer is None or answer is ...:
        return NO_ANSWER
    return EXERCISES[exercise](answer)
