"""Checks of the exercises of the notebooks: they say right or wrong, but not the answer."""

from counterplay.course.exercises.check import check
from counterplay.course.exercises.verdict import Verdict

__all__ = ["Verdict", "check"]
