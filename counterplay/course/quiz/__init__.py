"""A quiz about searches. Every answer and every reason comes from the log of the textbook."""

from counterplay.course.quiz.kinds import KINDS
from counterplay.course.quiz.levels import LEVELS, Level
from counterplay.course.quiz.question import Question
from counterplay.course.quiz.quiz import Quiz, Score, make_quiz
from counterplay.course.quiz.subject import Subject

__all__ = ["KINDS", "LEVELS", "Level", "Question", "Quiz", "Score", "Subject", "make_quiz"]
