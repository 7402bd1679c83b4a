"""Trees on the command line: a game, a tree, a file with a tree, or a tree from standard input."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from counterplay.cli.support.common import load_game, parameters, settings
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.games import load
from counterplay.games.tree.read import FORMS, is_text

GameOrTree = Annotated[
    str,
    typer.Argument(
        metavar="GAME|TREE",
        help="A built-in game, a Python file, a file with a tree (.tree, .json, .dot), a tree such "
        "as '[[3,12,8],[2,4,6]]', or - to read a tree from standard input.",
        show_default=False,
    ),
]
WithOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="NAME=VALUE",
        help="Set an option of the algorithm, such as width=2. Can be repeated.",
        show_default=False,
    ),
]


def tree_text(name: str) -> str:
    """The tree that a word of the command line means: the word, or what - reads."""
    return sys.stdin.read() if name == "-" else name


def is_tree(name: str) -> bool:
    """Whether a word of the command line means a tree, not a game."""
    return name == "-" or is_text(name) or Path(name).suffix.lower() in FORMS


def load_game_or_tree(name: str, texts: Sequence[str] | None) -> Game:
    """Load the game or the tree that a word means, with the parameters of `--set`."""
    if not is_tree(name):
        return load_game(name, texts)
    text = tree_text(name)
    if name == "-" and not is_text(text):
        raise InputError("standard input has no tree: write one node a line, or [[3, 12], [2, 4]]")
    return load("tree", **{**parameters(texts), "tree": text})


def algorithm_options(texts: Sequence[str] | None, depth: int | None = None) -> dict[str, str]:
    """The options of an algorithm, from `--with name=value`. A depth is given once."""
    named = settings(texts, "--with")
    if depth is not None and "depth" in named:
        raise InputError(f"--depth {depth} and --with depth={named['depth']}: give one of them")
    return named
