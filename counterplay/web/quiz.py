"""The quiz of the page. A question follows from its level, seed and number, so nothing is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.course.quiz import LEVELS, Question, Quiz, make_quiz
from counterplay.course.quiz.answers import YesOrNo
from counterplay.course.quiz.question import path_of
from counterplay.drawing.depth import shallow_enough
from counterplay.drawing.tree import LEAVES
from counterplay.games import load
from counterplay.presentation.notebook import picture, position_svg
from counterplay.web.analysis import Draw
from counterplay.web.messages import Message, number_field, text_field
from counterplay.web.state import State
from counterplay.web.trace import validate_tree

MOST_SEED = 1_000_000
MOST_QUESTIONS = 1_000
LONGEST_ANSWER = 200
LONGEST_GAME = 64
"""Games that can last longer are not offered: their trees are too large."""


def quiz_games(games: Mapping[str, Game]) -> list[str]:
    """The names of the games about whose late positions the page can ask."""
    return [
        name
        for name, game in games.items()
        if game.facts.longest_game <= LONGEST_GAME
        and game.name != "tree"
        and not (game.facts.hidden or game.facts.chance)
    ]


def parse_question(message: Message, state: State) -> Draw:
    """A function that draws the question of a message. It is called in another thread."""
    make, number = _quiz(message, state), _number(message)
    return lambda stop: question_json(make(), number)


def parse_answer(message: Message, state: State) -> Draw:
    """A function that marks the answer of a message. It is called in another thread."""
    make, number = _quiz(message, state), _number(message)
    typed = text_field(message, "text", most=LONGEST_ANSWER)
    skips = message.get("skip") is True
    return lambda stop: answer_json(make(), number, None if skips else typed)


def _number(message: Message) -> int:
    return number_field(message, "number", 1, MOST_QUESTIONS)


def _quiz(message: Message, state: State) -> Callable[[], Quiz]:
    """A function that makes the quiz of a message."""
    level = number_field(message, "level", 1, len(LEVELS), 1)
    seed = number_field(message, "seed", 0, MOST_SEED, 0)
    tree, name = text_field(message, "tree", ""), text_field(message, "game", "")
    if tree:
        validate_tree(tree)
        return lambda: make_quiz(level, seed, position=load("tree", tree=tree).position())
    game = state.game(name) if name else None
    return lambda: make_quiz(level, seed, game=game)


def question_json(quiz: Quiz, number: int) -> dict[str, Any]:
    """A question for the page, without its answer."""
    with shallow_enough():
        question = quiz.question(number)
        position = question.subject.position
        is_tree = position.game.name == "tree"
        return {
            "number": number,
            "kind": question.kind,
            "text": question.text,
            "form": question.form,
            "choices": ["yes", "no"] if isinstance(question.answer, YesOrNo) else [],
            "svg": question.before.svg("The tree of the question"),
            "board": "" if is_tree else picture(position_svg(position), "The board"),
            "clicks": clicks(question),
        }


def clicks(question: Question) -> dict[str, list[str]]:
    """What a click on a node writes into the answer, by the number of the node.

    One text replaces the answer. Of two texts, a node and its move, the move is added to the moves
    of that node.
    """
    nodes = question.subject.nodes
    if question.kind == "leaf":
        return {str(n.number): [" ".join(path_of(n))] for n in nodes if n.kind in LEAVES}
    if question.kind == "move":
        return {str(child.number): [child.label] for child in nodes[0].children}
    if question.kind == "pruned":
        return {str(n.number): [n.parent.letter, n.label] for n in nodes if n.parent}
    return {}


def answer_json(quiz: Quiz, number: int, typed: str | None) -> dict[str, Any]:
    """Whether an answer is right, and why; or a complaint about what is no answer.

    `typed` is None if the question is skipped.
    """
    with shallow_enough():
        question = quiz.question(number)
        try:
            is_right = typed is not None and question.is_right(typed)
        except InputError as error:
            return {"number": number, "complaint": str(error)}
        return {
            "number": number,
            "right": is_right,
            "answer": question.answer.text,
            "why": list(question.why),
            "svg": question.after.svg("The tree with the answer"),
        }
