"""The errors of this package. Each message says what is wrong, where, and what to do."""

from __future__ import annotations

import traceback
from collections.abc import Iterable

from counterplay.core.game.time_limit import OvertimeError


class CounterplayError(Exception):
    """Base class of all errors of this package. The message can be shown to a user as it is."""


class InputError(CounterplayError):
    """The input is wrong: an unknown game, an illegal move, a position that cannot be read."""


class UnfitError(InputError):
    """The method does not fit the game. The message says why, and what to use instead."""


EXITS = "calls sys.exit(), which would end the program: remove that line"
"""What is wrong with a rule that does so."""

INTERRUPTS = "raises KeyboardInterrupt, which would end the program: remove that line"
"""What is wrong with a rule that does so."""

LATE = "takes too long: does the loop in this line end?"
"""What is wrong with a rule that was interrupted (`time_limit.py`)."""

NATIVE_PLACE = "native_place"
"""The attribute of an exception with the (file, line) at which machine code raised it."""


class GameError(CounterplayError):
    """The rules of a game are broken. `path` and `line` say where, if that is known."""

    def __init__(self, text: str, path: str | None = None, line: int | None = None) -> None:
        self.text, self.path, self.line = text, path, line
        place = f"{path}, line {line}: " if path and line else f"{path}: " if path else ""
        super().__init__(place + text)


class ContractError(GameError):
    """A file is not a game. `faults` are all reasons; the message is that of the first."""

    def __init__(self, faults: list[GameError]) -> None:
        super().__init__(faults[0].text, faults[0].path, faults[0].line)
        self.faults = faults


def line_in_files(error: BaseException, files: Iterable[str]) -> tuple[str, int] | None:
    """The innermost (file, line) of the traceback of `error` that is in one of `files`."""
    wanted = set(files)
    frames = traceback.extract_tb(error.__traceback__)
    places = [(f.filename, f.lineno or 0) for f in frames if f.filename in wanted]
    native = getattr(error, NATIVE_PLACE, None)
    if native is not None and native[0] in wanted:
        places.append(native)
    return places[-1] if places else None


def is_interrupt(error: BaseException) -> bool:
    """Whether someone pressed Ctrl-C. A rule can raise the same, in a line that says so."""
    if not isinstance(error, KeyboardInterrupt):
        return False
    frames = traceback.extract_tb(error.__traceback__)
    return not frames or "KeyboardInterrupt" not in (frames[-1].line or "")


def blame(error: BaseException, files: Iterable[str], doing: str) -> GameError:
    """A GameError for an exception in a user's rules, with the line of the user's file."""
    files = list(files)
    path, line = line_in_files(error, files) or (files[0] if files else None, None)
    if isinstance(error, SystemExit):
        return GameError(f"{doing} {EXITS}", path, line)
    if isinstance(error, KeyboardInterrupt):
        return GameError(f"{doing} {INTERRUPTS}", path, line)
    if isinstance(error, OvertimeError):
        return GameError(f"{doing} {LATE}", path, line)
    why = f": {error}" if str(error) else ""
    return GameError(f"{type(error).__name__} in {doing}{why}", path, line)
