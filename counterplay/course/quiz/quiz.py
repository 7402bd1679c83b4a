"""A quiz: questions drawn from a seed, and the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.course.quiz.kinds import KINDS, Kind
from counterplay.course.quiz.levels import Level, level_of, random_tree
from counterplay.course.quiz.question import Question
from counterplay.course.quiz.subject import Subject, late_position, subject_of
from counterplay.games import load

TRIES = 100
"""Subjects that are tried until one has something to ask about."""


@dataclass(frozen=True)
class Quiz:
    """Questions of a level. The same seed asks the same questions.

    kinds     the kinds of questions
    position  what all questions are about; None for another tree in each
    game      questions are about late positions of it; None for random trees
    """

    level: Level
    kinds: tuple[Kind, ...]
    seed: int
    position: Position | None = None
    game: Game | None = None

    def question(self, number: int) -> Question:
        """Return question `number`, counted from 1."""
        random = Random(f"{self.seed}/{number}")
        kinds = self._kinds_in_turn(number)
        for _ in range(TRIES):
            subject = self._subject(random, kinds[0])
            for kind in kinds:
                if subject.pruning is None and kind.pruning:
                    continue
                question = kind.ask(subject, random, self.level.shows_ranges)
                if question is not None:
                    return question
        asked = " or ".join(kind.name for kind in kinds)
        raise InputError(f"there is nothing to ask here about {asked}: choose other questions")

    def _kinds_in_turn(self, number: int) -> list[Kind]:
        """The kinds in the order in which a question tries them: each comes first in turn."""
        kinds = Random(self.seed).sample(self.kinds, len(self.kinds))
        first = (number - 1) % len(kinds)
        return kinds[first:] + kinds[:first]

    def _subject(self, random: Random, kind: Kind) -> Subject:
        """What to ask about. Trees for questions about pruning have no chance nodes."""
        if self.position is not None:
            return subject_of(self.position)
        if self.game is not None:
            return subject_of(late_position(self.game, random))
        has_chance = random.random() < self.level.chance and not kind.pruning
        return subject_of(load("tree", tree=random_tree(random, self.level, has_chance)).position())


def make_quiz(
    level: int = 1,
    seed: int = 0,
    kinds: Sequence[str] = (),
    position: Position | None = None,
    game: Game | None = None,
) -> Quiz:
    """Return a quiz of a level. `kinds` are names of KINDS; by default those of the level."""
    chosen = level_of(level)
    for name in kinds:
        if name not in KINDS:
            raise InputError(f"there are no questions {name!r}: there are {', '.join(KINDS)}")
    names = tuple(dict.fromkeys(kinds)) or chosen.kinds
    return Quiz(chosen, tuple(KINDS[name] for name in names), seed, position, game)


@dataclass
class Score:
    """The questions that were answered, and how many of the answers were right."""

    right: int = 0
    asked: int = 0

    def count(self, is_right: bool) -> None:
        """Count an answer."""
        self.right += is_right
        self.asked += 1

    def __str__(self) -> str:
        if not self.asked:
            return "no question was answered"
        share = f"{self.right / self.asked:.0%}"
        return f"{self.right} of {self.asked} right ({share})"
