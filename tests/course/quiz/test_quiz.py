"""A quiz draws its questions from a seed."""

import pytest

import counterplay as cp
from counterplay.course.quiz import KINDS, LEVELS, Score, make_quiz
from counterplay.course.quiz.subject import MOST_NODES


def test_the_same_seed_asks_the_same_questions() -> None:
    texts = [[make_quiz(2, seed).question(n).text for n in (1, 2, 3)] for seed in (4, 4, 5)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("number", LEVELS)
def test_every_kind_of_a_level_comes_in_turn(number: int) -> None:
    kinds = LEVELS[number].kinds
    asked = {make_quiz(number, 1).question(n + 1).kind for n in range(len(kinds))}
    assert asked == set(kinds)
    assert {make_quiz(number, 1, ["leaves"]).question(n).kind for n in (1, 2)} == {"leaves"}


def test_every_kind_is_asked_at_some_level() -> None:
    assert {kind for level in LEVELS.values() for kind in level.kinds} == set(KINDS)


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "connect_four"])
def test_questions_can_be_about_a_game(name: str) -> None:
    game = cp.load(name)
    question = make_quiz(2, 3, game=game).question(1)
    subject = question.subject
    assert subject.position.game is game
    assert len(subject.nodes) <= MOST_NODES
    assert len({node.payoff for node in subject.leaves}) > 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"level": 4}, "there is no level 4: there are 1"),
        ({"kinds": ["guess"]}, "there are no questions 'guess': there are value, move"),
        ({"position": "nim"}, "more than 42 nodes"),
        ({"position": "over"}, "the game is over here"),
        ({"kinds": ["leaf"], "position": "chance"}, "nothing to ask here about leaf"),
    ],
)
def test_what_cannot_be_asked_is_said(arguments: dict[str, object], sentence: str) -> None:
    positions = {
        "nim": lambda: cp.load("nim").position(),
        "over": lambda: cp.load("tree", tree=[1, 2]).position().play(0),
        "chance": lambda: cp.load("tree", tree=[{"chance": [[1, 2]]}, 3]).position(),
    }
    given = {**arguments}
    if "position" in given:
        given["position"] = positions[str(given["position"])]()
    with pytest.raises(cp.InputError, match=sentence):
        make_quiz(**given).question(1)  # type: ignore[arg-type]


def test_the_score_counts_answers() -> None:
    score = Score()
    assert str(score) == "no question was answered"
    for is_right in (True, False, True, True):
        score.count(is_right)
    assert str(score) == "3 of 4 right (75%)"
