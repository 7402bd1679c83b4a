"""Checks say right or wrong, and never the answer."""

from typing import Any

import pytest

import counterplay as cp
from counterplay.course.exercises import check
from counterplay.course.exercises.check import EXERCISES
from counterplay.course.exercises.kinds import function, number, one_of, such_that, values


@pytest.mark.parametrize("exercise", EXERCISES)
@pytest.mark.parametrize("answer", [None, ...])
def test_without_an_answer_nothing_is_judged(exercise: str, answer: Any) -> None:
    assert check(exercise, answer).right is None


@pytest.mark.parametrize("exercise", EXERCISES)
def test_an_answer_of_the_wrong_type_is_not_right(exercise: str) -> None:
    for answer in (object(), "", [], {}, -1e9, True, lambda *given: -1e9):
        assert not check(exercise, answer).right


def test_an_exercise_that_does_not_exist_is_named() -> None:
    with pytest.raises(cp.InputError, match=r"there is no exercise '9\.1': there are 1\.1, 1\.2"):
        check("9.1", 3)


def test_a_verdict_does_not_contain_the_answer() -> None:
    secret = number(lambda: 31337, "Look again.")
    for answer in (3, "31337", None, [1]):
        assert "31337" not in str(secret(answer)).replace(repr(answer), "")
    assert str(secret(3)) == "Not right yet. Look again." and secret(31337).right


def test_numbers_may_be_rounded_to_two_decimals() -> None:
    third = number(lambda: 1 / 3)
    assert third(0.33).right and not third(0.3).right


def test_texts_ignore_case_and_spaces() -> None:
    assert one_of(lambda: ["b2"])(" B2 ").right and one_of(lambda: ["2"])(2).right


def test_lists_are_compared_in_order() -> None:
    three = values(lambda: (1, 2, 6))
    assert three((1, 2, 6)).right and three([1, 2, 6]).right and not three([6, 2, 1]).right
    assert "3 values, not 2" in str(three([1, 2]))


def test_a_wrong_function_is_shown_a_case_but_not_its_result() -> None:
    double = function(lambda: [((n,), 2 * n) for n in range(1, 50)])
    assert str(double(lambda n: n + n)) == "Right, in all 49 cases."
    said = double(lambda n: n * n if n != 7 else 0)
    assert not said.right and "With 1 it returned 1" in str(said)
    assert "raised ZeroDivisionError" in str(double(lambda n: n / 0))
    assert double(lambda n: None).right is None


def test_many_answers_can_be_right() -> None:
    even = such_that(lambda n: "It is odd." if n % 2 else "")
    assert even(4).right and "It is odd." in str(even(5)) and even("x").right is None


def test_a_notebook_shows_a_coloured_sentence_that_is_escaped() -> None:
    html = function(lambda: [((1,), 2)])(lambda n: "<b>")._repr_html_()
    assert "&lt;b&gt;" in html and "border-left" in html
