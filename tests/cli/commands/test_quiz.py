"""`counterplay quiz` asks, explains and counts; nothing that is typed breaks it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

FIGURE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_an_answer_is_judged_and_explained(run: Any) -> None:
    out = run("quiz", FIGURE, "--ask", "leaves", "--questions", 2, typed="7\n9\n").stdout
    assert "How many of the 9 leaves" in out and "Right." in out
    assert "Wrong: the answer is 7." in out
    assert "At C moves 2 and 3 are not tried: 2 ≤ alpha 3" in out
    assert "Score: 1 of 2 right (50%)." in out


def test_what_is_no_answer_is_asked_again(run: Any) -> None:
    typed = "3?\n\nhelp\nseven\n7\n"
    out = run("quiz", FIGURE, "--ask", "leaves", "--questions", 1, typed=typed).stdout
    assert "'3?' is not a number" in out and "'seven' is not a number" in out
    assert out.count("Type a number; or skip, or quit.") == 2
    assert "Score: 1 of 1 right" in out


@pytest.mark.parametrize(("typed", "score"), [("quit\n", "no question"), ("", "no question"),
                                              ("skip\nq\n", "0 of 1")])  # fmt: skip
def test_the_user_can_leave_at_any_time(run: Any, typed: str, score: str) -> None:
    assert f"Score: {score}" in run("quiz", "--seed", 1, typed=typed).stdout


def test_the_same_seed_asks_the_same_questions(run: Any) -> None:
    first, again, other = (
        run("quiz", "--seed", seed, "--level", 2, "--questions", 3, typed="skip\n" * 3).stdout
        for seed in (5, 5, 6)
    )
    assert first == again != other


def test_a_game_shows_its_board(run: Any) -> None:
    out = run("quiz", "tic_tac_toe", "xox/.o./..x", "--ask", "move", typed="quit\n").stdout
    assert "3 X O X" in out and re.search("Which move is best for MAX at A", out)


def test_what_cannot_be_asked_is_refused(refused: Callable[..., str]) -> None:
    assert "no level 9" in refused("quiz", "--level", 9)
    assert "no questions 'all'" in refused("quiz", "--ask", "all")
    assert "--questions 0" in refused("quiz", "--questions", 0)
    assert "more than 42 nodes" in refused("quiz", "chess", "startpos")
