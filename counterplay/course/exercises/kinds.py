"""Kinds of exercises: a number, a text, several values, or a function.

An exercise is a function of the answer that returns a verdict. The right answer is worked out when
it is first asked for, by the textbook's own algorithms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from numbers import Real
from typing import Any

from counterplay.course.exercises.verdict import NO_ANSWER, RIGHT, Verdict, unclear, wrong

Exercise = Callable[[Any], Verdict]
TOLERANCE = 0.006
"""How far a number may be off: two decimals are enough."""


def number(right: Callable[[], float], hint: str = "", tolerance: float = TOLERANCE) -> Exercise:
    """An exercise whose answer is a number."""
    known = cache(right)

    def judge(answer: Any) -> Verdict:
        if isinstance(answer, bool) or not isinstance(answer, Real):
            return unclear(f"The answer is a number, not {answer!r}.")
        return RIGHT if abs(float(answer) - known()) <= tolerance else wrong(hint)

    return judge


def one_of(right: Callable[[], Collection[str]], hint: str = "") -> Exercise:
    """An exercise whose answer is a text, such as a move; several can be right."""
    known = cache(right)

    def judge(answer: Any) -> Verdict:
        if not isinstance(answer, (str, int)) or isinstance(answer, bool):
            return unclear(f"The answer is a text such as 'b2', not {answer!r}.")
        return RIGHT if str(answer).strip().lower() in known() else wrong(hint)

    return judge


def values(right: Callable[[], Sequence[Any]], hint: str = "") -> Exercise:
    """An exercise whose answer is a list or a tuple of values, in order."""
    known = cache(right)

    def judge(answer: Any) -> Verdict:
        if not isinstance(answer, (list, tuple)):
            return unclear(f"The answer is a list such as [1, 2, 3], not {answer!r}.")
        if len(answer) != len(known()):
            return wrong(f"There are {len(known())} values, not {len(answer)}.")
        return RIGHT if list(answer) == list(known()) else wrong(hint)

    return judge


def such_that(holds: Callable[[Any], str]) -> Exercise:
    """An exercise with many right answers. `holds` returns what is wrong with one, or ""."""

    def judge(answer: Any) -> Verdict:
        try:
            fault = holds(answer)
        except Exception as error:  # a student's answer can be any object
            return unclear(f"The answer cannot be used: {type(error).__name__}: {error}")
        return wrong(fault) if fault else RIGHT

    return judge


def function(
    cases: Callable[[], Iterable[tuple[tuple[Any, ...], Any]]],
    same: Callable[[Any, Any], bool] = lambda mine, theirs: bool(mine == theirs),
) -> Exercise:
    """An exercise whose answer is a function. `cases` are arguments with the right result."""
    known = cache(lambda: list(cases()))

    def judge(answer: Any) -> Verdict:
        if not callable(answer):
            return unclear(f"The answer is a function, not {answer!r}.")
        for arguments, right in known():
            shown = ", ".join(map(_short, arguments))
            try:
                returned = answer(*arguments)
            except Exception as error:  # a student's function can raise anything
                return wrong(f"With {shown} it raised {type(error).__name__}: {error}")
            if returned is ...:
                return NO_ANSWER
            if returned is None:
                return unclear(f"With {shown} your function returned None.")
            if not _holds(same, returned, right):
                return wrong(f"With {shown} it returned {_short(returned)}.")
        return Verdict(True, f"Right, in all {len(known()):,} cases.")

    return judge


def _holds(same: Callable[[Any, Any], bool], returned: Any, right: Any) -> bool:
    """Whether two results are the same; not if they cannot be compared."""
    try:
        return same(returned, right)
    except (TypeError, ValueError):
        return False


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:98]} …"
