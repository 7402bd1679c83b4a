"""Errors that speak to a person: one sentence that says what is wrong, where, and what to do."""

from __future__ import annotations

import traceback
from collections.abc import Iterable


class CounterplayError(Exception):
    """Base of every error this package raises on purpose; its text is fit to be shown as it is."""


class InputError(CounterplayError):
    """What was asked for cannot be read or done: an unknown game, a bad position, a bad limit."""


class UnfitError(InputError):
    """A method that does not fit the game; the text says why and what to use instead."""


class GameError(CounterplayError):
    """The rules of a game are broken; `path` and `line` say where to look, if that is known."""

    def __init__(self, text: str, path: str | None = None, line: int | None = None) -> None:
        self.text, self.path, self.line = text, path, line
        place = f"{path}, line {line}: " if path and line else f"{path}: " if path else ""
        super().__init__(place + text)


def line_in_files(error: BaseException, files: Iterable[str]) -> tuple[str, int] | None:
    """The deepest (file, line) of `error`'s traceback that lies in one of `files`."""
    wanted = set(files)
    frames = traceback.extract_tb(error.__traceback__)
    places = [(f.filename, f.lineno or 0) for f in frames if f.filename in wanted]
    return places[-1] if places else None


def blame(error: Exception, files: Iterable[str], doing: str) -> GameError:
    """Turn an exception out of a user's rules into a GameError that names their own line."""
    files = list(files)
    path, line = line_in_files(error, files) or (files[0] if files else None, None)
    return GameError(f"{type(error).__name__} in {doing}: {error}", path, line)
