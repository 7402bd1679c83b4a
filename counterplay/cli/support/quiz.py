"""A quiz in the terminal: asks, reads answers, explains them, and counts."""

from __future__ import annotations

from contextlib import suppress
from typing import TextIO

from rich.console import Console

from counterplay.cli.support.common import say
from counterplay.core.game.errors import InputError
from counterplay.course.quiz import Question, Quiz, Score

QUIT, SKIP, HELP = ("quit", "q", "exit"), ("skip", "s"), ("help", "h", "?")
HINT = "Type an answer, skip, help or quit."


class QuitError(Exception):
    """The user has left the quiz."""


def run_quiz(quiz: Quiz, questions: int, console: Console, typed: TextIO) -> None:
    """Ask questions until all are answered or the user leaves; print the score."""
    score, question = Score(), quiz.question(1)
    say(console, f"{HINT} Seed {quiz.seed}.", "dim")
    with suppress(QuitError, KeyboardInterrupt):
        for number in range(1, questions + 1):
            question = question if number == 1 else quiz.question(number)
            console.print()
            say(console, f"Question {number} of {questions}", "bold")
            score.count(ask(question, console, typed))
    console.print()
    say(console, f"Score: {score}.", "bold")


def ask(question: Question, console: Console, typed: TextIO) -> bool:
    """Ask one question until there is an answer; explain it. Whether it was right."""
    show(question, console)
    while True:
        line = _read(console, typed)
        word = line.strip().lower()
        if word in QUIT:
            raise QuitError
        if word in HELP or not word:
            say(console, f"Type {question.form}; or skip, or quit.", "yellow")
            continue
        if word in SKIP:
            is_right = False
            say(console, f"The answer is {question.answer.text}.", "yellow")
            break
        try:
            is_right = question.is_right(line)
        except InputError as error:
            say(console, f"{_capital(str(error))}.", "yellow")
            continue
        if is_right:
            say(console, "Right.", "bold green")
        else:
            say(console, f"Wrong: the answer is {question.answer.text}.", "bold red")
        break
    for sentence in question.why:
        say(console, f"  {sentence}")
    return is_right


def show(question: Question, console: Console) -> None:
    """Print the board of a game, the tree and the question."""
    position = question.subject.position
    if position.game.name != "tree":
        console.print(str(position))
        console.print()
    console.print(question.before.terminal())
    say(console, question.text, "bold")


def _read(console: Console, typed: TextIO) -> str:
    """Read a line after a prompt; the end of the input leaves the quiz."""
    console.print("> ", end="")
    line = typed.readline()
    if not console.is_terminal or not line:
        console.print()
    if not line:
        raise QuitError
    return line


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
