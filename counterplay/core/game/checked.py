"""Which files of games were checked: a mark in the cache folder for each version of the rules."""

from __future__ import annotations

import hashlib
import multiprocessing
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import FunctionType
from weakref import WeakKeyDictionary

from counterplay.core.compile import cache as store
from counterplay.core.compile.native import add_value, fingerprint
from counterplay.core.game.contract import RULE
from counterplay.core.game.game import Game

OWN_GAMES = Path(__file__).parents[2] / "games"
"""The folder of the built-in games. The tests check them."""

_told: set[str] = set()
_digests: WeakKeyDictionary[Game, str] = WeakKeyDictionary()


def remember_checked(game: Game) -> None:
    """Mark the rules of a game as checked."""
    mark = _mark(game)
    with suppress(OSError):  # a cache folder that cannot be written only costs a sentence
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()


def is_checked(game: Game) -> bool:
    """Whether these rules were checked, or come with the package."""
    files = [game.path]
    if game.evaluator is not None and game.evaluator.has_function:
        files.append(game.evaluator.function.__code__.co_filename)
    return all(map(_is_own, files)) or _mark(game).exists()


@cache
def _is_own(file: str) -> bool:
    """Whether a file comes with the package."""
    return Path(file).resolve().is_relative_to(OWN_GAMES)


def say_unchecked(game: Game) -> None:
    """Say once on stderr that a user's file was never checked, before its first search."""
    if game.path in _told or multiprocessing.parent_process() is not None:
        return
    _told.add(game.path)
    if not is_checked(game):
        text = f"{game.path} was never checked: run `counterplay check {game.path}`"
        print(f"counterplay: {text}", file=sys.stderr)


def _mark(game: Game) -> Path:
    if game not in _digests:
        _digests[game] = _digest_of(game)
    return store.folder() / "checked" / _digests[game]


def _digest_of(game: Game) -> str:
    """A hash of all that was checked: the rules, the evaluator, and the data that they read."""
    rules = [f for n, f in game.functions.items() if n in RULE and isinstance(f, FunctionType)]
    if game.evaluator is not None and game.evaluator.has_function:
        rules.append(game.evaluator.function)
    digest = hashlib.sha256(f"{fingerprint(rules)} {game.facts!r}".encode())
    add_value(digest.update, game.data)
    return digest.hexdigest()
