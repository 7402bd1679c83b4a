"""The quiz of the page: the server draws and marks, and keeps nothing."""

from typing import Any

import pytest

from counterplay.course.quiz import make_quiz
from counterplay.games import load
from counterplay.web.quiz import answer_json, clicks, question_json, quiz_games

FIGURE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def is_answer(message: dict[str, Any]) -> bool:
    return message["type"] in ("question", "marked", "error")


def test_a_question_is_asked_and_marked(page: Any) -> None:
    quiz = {"level": 2, "seed": 7, "number": 3}
    page.send("question", **quiz)
    asked = page.until(is_answer)
    own = make_quiz(2, 7).question(3)
    assert (asked["text"], asked["form"]) == (own.text, own.form)
    assert "answer" not in asked and asked["svg"].startswith("<svg")
    page.send("answer", **quiz, text=own.answer.text)
    marked = page.until(is_answer)
    assert marked["right"] and marked["why"] == list(own.why)


def test_a_wrong_answer_and_a_skipped_one_are_not_right() -> None:
    quiz = make_quiz(1, 3, ["leaves"], position=load("tree", tree=FIGURE).position())
    assert answer_json(quiz, 1, "7")["right"]
    for typed in ("9", None):
        marked = answer_json(quiz, 1, typed)
        assert not marked["right"] and marked["answer"] == "7"


def test_what_is_no_answer_gets_a_complaint() -> None:
    quiz = make_quiz(1, 3, ["leaves"], position=load("tree", tree=FIGURE).position())
    assert answer_json(quiz, 1, "3?") == {
        "number": 1,
        "complaint": "'3?' is not a number: type one such as 3, -2 or 0.5",
    }


@pytest.mark.parametrize("kind", ["leaf", "move", "pruned"])
def test_clicks_write_texts_that_are_answers(kind: str) -> None:
    question = make_quiz(2, 5, [kind]).question(1)
    written = clicks(question)
    assert written
    for texts in written.values():
        question.is_right(" ".join(texts))  # raises for what is no answer


def test_a_question_about_a_game_shows_its_board() -> None:
    asked = question_json(make_quiz(1, 2, game=load("tic_tac_toe")), 1)
    assert asked["board"].startswith("<img ")


def test_a_file_name_is_not_a_tree(page: Any) -> None:
    page.send("question", level=1, seed=1, number=1, tree="/etc/passwd")
    assert page.until(is_answer)["text"].startswith("this is not a tree")


def test_only_short_games_are_offered(games: dict[str, Any]) -> None:
    assert set(quiz_games(games)) == {"tic_tac_toe", "connect_four", "nim"}
