"""`counterplay quiz`: questions about searches, with explanations."""

from __future__ import annotations

import random
import sys
from typing import Annotated

import typer

from counterplay.cli.support.common import PositionArgument, SetOption, load_position, output
from counterplay.cli.support.quiz import run_quiz
from counterplay.cli.support.trees import load_game_or_tree
from counterplay.core.game.errors import InputError
from counterplay.course.quiz import KINDS, make_quiz

MOST_QUESTIONS = 1_000


def quiz(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|TREE",
            help="Ask about late positions of this game, or about this tree: '[[3,12,8],[2,4,6]]'. "
            "Default: random trees.",
            show_default=False,
        ),
    ] = None,
    position: PositionArgument = None,
    level: Annotated[
        int, typer.Option(metavar="N", help="Difficulty: 1 (easy), 2 or 3 (hard).")
    ] = 1,
    questions: Annotated[int, typer.Option(metavar="N", help="The number of questions.")] = 10,
    ask: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help=f"What to ask: {', '.join(KINDS)}. Can be repeated. Default: as the level has it.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Ask the same questions again.")
    ] = None,
    set_: SetOption = None,
) -> None:
    """Answer questions about searches: values, best moves, and what alpha-beta prunes.

    Each answer is explained. Type skip to see an answer, help for what to type, and quit (or
    Ctrl-D) to stop; the score of the answers so far is printed.
    """
    if not 1 <= questions <= MOST_QUESTIONS:
        raise InputError(f"--questions {questions}: ask 1 to {MOST_QUESTIONS:,}")
    chosen = random.SystemRandom().randrange(10_000) if seed is None else seed
    rules = None if game is None else load_game_or_tree(game, set_)
    is_fixed = rules is not None and (bool(position) or rules.name == "tree")
    where = load_position(rules, position) if rules is not None and is_fixed else None
    made = make_quiz(level, chosen, ask or (), where, rules)
    run_quiz(made, questions, output(), sys.stdin)
