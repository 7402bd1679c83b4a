"""Collects the faults of a game: the first of each kind, with its file and line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from counterplay.conformance.blame import ENDLESS, RuleError
from counterplay.conformance.report import Fault
from counterplay.core.game.errors import CounterplayError, GameError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position


class AbandonedError(Exception):
    """A rule does not end, so no other check is of use."""


class Findings:
    """The faults of a game that have been found so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.faults: dict[str, Fault] = {}
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        """Add advice about something that may be right."""
        if text not in self.notes:
            self.notes.append(text)

    def add(
        self,
        rule: str,
        text: str,
        function: str,
        position: Position | None = None,
        place: tuple[str, int] | None = None,
    ) -> None:
        """Add a fault of `function`, unless there is one of the same kind.

        Its line is that of the function, or `place` if it is known better.
        """
        if rule in self.faults:
            return
        path, line = place or (self.game.path, None)
        if place is None and function in self.game.functions:
            line = self.game.line_of(function)
        elif place is None and function == "evaluate" and self.game.evaluator is not None:
            path = self.game.evaluator.path
            line = self.game.evaluator.function.__code__.co_firstlineno
        self.faults[rule] = Fault(rule, text, self.show(position), path, line)

    def add_error(self, error: CounterplayError, position: Position | None = None) -> None:
        """Add an error that the game's own functions raised.

        After an endless loop the check is abandoned: it would wait again in every position.
        """
        rule = error.rule if isinstance(error, RuleError) else "error"
        if rule == ENDLESS:
            assert isinstance(error, RuleError)
            shown = None if position is None else self._fields(position)
            self.faults[rule] = Fault(rule, error.text, shown, error.path or "", error.line)
            raise AbandonedError
        if isinstance(error, GameError):
            fault = Fault(
                rule, error.text, self.show(position), error.path or self.game.path, error.line
            )
        else:
            fault = Fault(rule, str(error), self.show(position), self.game.path, None)
        self.faults.setdefault(rule, fault)

    @contextmanager
    def watching(self, position: Position | None = None) -> Iterator[None]:
        """Turn errors of the game's functions in the block into faults at `position`."""
        try:
            yield
        except CounterplayError as error:
            self.add_error(error, position)

    def show(self, position: Position | None) -> str | None:
        """A position as text. If the game's notation fails, the fields of the state."""
        if position is None:
            return None
        try:
            return position.text
        except CounterplayError:
            return self._fields(position)

    def _fields(self, position: Position) -> str:
        return "state " + " ".join(map(str, self.game.shape.encode(position.state).item()))
