"""Every answer of the quiz is that of an independent program."""

import re
import sys
from collections.abc import Iterator
from math import inf, isinf
from pathlib import Path as File
from random import Random
from typing import Any

import pytest

import counterplay as cp
from counterplay.course.quiz import KINDS, LEVELS, Question
from counterplay.course.quiz.levels import random_tree
from counterplay.course.quiz.subject import subject_of

sys.path.insert(0, str(File(__file__).parent))

from brute_force import Negamax, letters, minimax_values  # it is beside this file


def questions(count: int, level: int, seed: int) -> Iterator[tuple[Any, Question]]:
    """Questions of every kind about random trees, which are loaded as one."""
    random = Random(seed)
    trees = [random_tree(random, LEVELS[level]) for _ in range(count)]
    start = cp.load("tree", tree={"player": 1, "children": trees}).position()
    for move, tree in enumerate(trees):
        subject = subject_of(start.play(move))
        for kind in KINDS.values():
            question = kind.ask(subject, random, level == 1)
            if question is not None:
                yield tree, question


def typed(value: float) -> str:
    return ("inf" if value > 0 else "-inf") if isinf(value) else str(value)


def so_far(question: Question, tree: Any) -> int:
    """The number of leaves that are evaluated before the question, from its text."""
    leaf = re.search(r"just evaluated the leaf \S+ after ([\d ]+)\.", question.text)
    done = Negamax(tree).leaves
    if leaf:
        return done.index(tuple(map(int, leaf[1].split()))) + 1
    node = re.search(r"just (come to|finished|pruned moves of) node (\w)", question.text)
    assert node
    path = letters(tree)[node[2]]
    below = [i for i, one in enumerate(done, 1) if one[: len(path)] == path]
    return below[0] - 1 if node[1] == "come to" else below[-1]


def right_answer(question: Question, tree: Any) -> str:
    """The answer by brute force, as a student would type it."""
    values, search = minimax_values(tree), Negamax(tree)
    assert search.value == values[()]
    node = re.search(r"node (\w)\b", question.text)
    if question.kind == "value":
        assert node
        return typed(values[letters(tree)[node[1]]])
    if question.kind == "move":
        return str(max(range(1, len(tree) + 1), key=lambda move: values[(move,)]))
    if question.kind == "leaves":
        return str(len(search.leaves))
    if question.kind == "window":
        entered = re.search(r"goes on to node (\w)", question.text)
        assert entered
        return " ".join(map(typed, search.windows[letters(tree)[entered[1]]]))
    done = so_far(question, tree)
    if question.kind == "leaf":
        return " ".join(map(str, search.leaves[done]))
    after = search.events[search.events.index(("leaf", search.leaves[done - 1])) + 1 :]
    if question.kind == "cutoff":
        asked = re.search(r"At (\w) moves? ", question.text)
        assert asked
        path = letters(tree)[asked[1]]
        upcoming = after[0] if after else ("leaf", ())
        return "yes" if upcoming[:2] == ("cut", path) else "no"
    if re.search(r"just pruned", question.text):
        raise AssertionError("nothing is asked after a cutoff")
    finished = re.search(r"just finished node (\w)", question.text)
    if finished:  # cutoffs inside the node that is finished are over
        path = letters(tree)[finished[1]]
        while after and after[0][0] == "cut" and after[0][1][: len(path)] == path:
            after = after[1:]
    cuts = [event for event in after if event[0] == "cut"]
    if not cuts:
        return "none"
    names = {path: letter for letter, path in letters(tree).items()}
    return " ".join([names[cuts[0][1]], *map(str, cuts[0][2])])


def compare(count: int, level: int, seed: int) -> set[str]:
    seen = set()
    for tree, question in questions(count, level, seed):
        answer = right_answer(question, tree)
        assert question.is_right(answer), (tree, question.text, answer, question.answer.text)
        assert question.is_right(question.answer.text)
        assert question.why and all(text.endswith(".") for text in question.why)
        seen.add(question.kind)
    return seen


@pytest.mark.parametrize("level", LEVELS)
def test_answers_are_those_of_brute_force(level: int) -> None:
    assert compare(12, level, level) == set(KINDS)


@pytest.mark.parametrize("level", LEVELS)
def test_answers_are_those_of_brute_force_on_a_thousand_trees(level: int) -> None:
    for seed in range(10):
        compare(100, level, 100 * level + seed)


def test_a_value_with_chance_is_the_mean() -> None:
    tree = [{"chance": [[0.5, 4], [0.5, 7]]}, {"chance": [[0.9, 1], [0.1, 11]]}]
    subject = subject_of(cp.load("tree", tree=tree).position())
    assert subject.pruning is None
    values = {"A": "5.5", "B": "11/2", "C": "2"}
    for seed in range(8):
        question = KINDS["value"].ask(subject, Random(seed), False)
        assert question and question.is_right(values[question.text[-2]])
    best = KINDS["move"].ask(subject, Random(0), False)
    assert best and best.is_right("1") and not best.is_right("2")
    assert any("0.5 × 4 + 0.5 × 7" in text for text in best.why)


def test_several_players_have_several_values() -> None:
    figure = cp.load("tree", tree=cp.textbook.examples.THREE_PLAYERS.tree)
    subject = subject_of(figure.position())
    asked = [KINDS["value"].ask(subject, Random(seed), False) for seed in range(30)]
    root = next(one for one in asked if one and "node D " in one.text)
    assert root.is_right("1 2 6") and root.is_right("(1, 2, 6)") and not root.is_right("1 2 5")


def test_all_best_moves_are_right_and_without_a_choice_nothing_is_asked() -> None:
    game = cp.load("tree", tree=[[5, 9], [5, 7], [2, 9]])
    question = KINDS["move"].ask(subject_of(game.position()), Random(0), False)
    assert question and [question.is_right(move) for move in "123"] == [True, True, False]
    same = cp.load("tree", tree=[[5, 9], [5, 7]])
    assert KINDS["move"].ask(subject_of(same.position()), Random(0), False) is None


def test_the_picture_of_a_question_does_not_tell_the_answer() -> None:
    for _, question in questions(10, 2, 7):
        picture = question.before.svg("a tree")
        drawn = re.sub("<style>.*?</style>", "", picture, flags=re.DOTALL)
        assert "best" not in drawn.lower()
        shown = {node.payoff for node in question.subject.leaves}
        texts = set(re.findall(r'class="inside value"[^>]*>([^<]*)<', picture))
        assert {str(value).replace("-", "−") for value in shown} == texts
        if question.kind in ("leaf", "pruned", "window", "cutoff"):
            assert not re.search(r'class="beside value"[^>]*>[^<]', picture)  # no ranges


def test_infinity_is_a_window() -> None:
    opened = [q for _, q in questions(10, 2, 3) if q.kind == "window"]
    assert any(inf in q.answer.values for q in opened)  # type: ignore[attr-defined]


def test_names_of_several_words_are_not_to_be_listed() -> None:
    tree = 'A\n  "go on": B\n    3\n    5\n  stop: C\n    1\n    4'
    subject = subject_of(cp.load("tree", tree=tree).position())
    asked = {name: kind.ask(subject, Random(1), False) for name, kind in KINDS.items()}
    assert {name for name, question in asked.items() if question is None} == {"leaf", "pruned"}
    best = asked["move"]
    assert best and best.is_right("go on")
