"""A game where it stands in a file: made into values as far as is asked for."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.formats.chess.native import chess
from counterplay.formats.pgn.game import Game, Line, Move
from counterplay.formats.pgn.layout import (
    CLOSE,
    COMMENT,
    KIND,
    MOVE,
    NAG,
    NO_RESULT,
    OPEN,
    RESULTS,
    VALUE,
)

TAG = re.compile(rb'^\[(\w+)\s+"(.*)"\s*\]\s*$', re.MULTILINE)
ESCAPED = re.compile(r'\\(["\\])')


def decoded(text: bytes) -> str:
    """In UTF-8, or in Latin-1, as older files are."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


def tags_of(text: bytes) -> dict[str, str]:
    """The tags of a game by their names, in the order of the text."""
    return {name.decode(): _unescaped(decoded(value)) for name, value in TAG.findall(text)}


def _unescaped(text: str) -> str:
    return ESCAPED.sub(r"\1", text) if "\\" in text else text


class Entry:
    """A game of a file, whose moves have all been found legal.

    number     of the game in the file, from 1; broken games count as well
    line       the number of the line on which it begins
    result     1-0, 0-1, 1/2-1/2, or *
    """

    def __init__(
        self,
        number: int,
        line: int,
        text: bytes,
        movetext: int,
        events: npt.NDArray[np.int32],
        result: int,
        start: Any,
    ) -> None:
        self.number, self.line, self.start = number, line, start
        self.result = RESULTS[result]
        self.is_complete = result != NO_RESULT
        """Whether the moves end with a result, as they should: a file may have been cut off."""
        self._text, self._movetext, self._events = text, movetext, events

    def __repr__(self) -> str:
        names = " - ".join(self.tags.get(side, "?") for side in ("White", "Black"))
        return f"<game {self.number}, line {self.line}: {names}, {self.result}>"

    @cached_property
    def tags(self) -> dict[str, str]:
        return tags_of(self._text[: self._movetext])

    @property
    def actions(self) -> npt.NDArray[np.int32]:
        """The moves that were played, in the numbers of the game `chess`, as an array."""
        events = self._events
        played: npt.NDArray[np.int32] = events[events[:, KIND] == MOVE, VALUE]
        return played

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """The same as values."""
        return tuple(self.actions.tolist())

    @cached_property
    def states(self) -> list[Any]:
        """The state before each move, and the last."""
        states = [chess().initial() if self.start is None else self.start]
        for action in self.moves:
            states.append(chess().result(states[-1], action))
        return states

    @cached_property
    def game(self) -> Game:
        """The whole of it, with comments and variations."""
        tree = _Tree()
        for kind, value, start, stop in self._events.tolist():
            tree.add(kind, value, self._text[start:stop] if kind == COMMENT else b"")
        line = tree.close()
        return Game(line, self.tags, self.result, tree.before, self.start)


class _Tree:
    """A line under construction, and those it is a variation of."""

    def __init__(self) -> None:
        self.before = ""
        self._moves: list[Move] = []
        self._outer: list[tuple[list[Move], str]] = []
        self._opening = ""

    def add(self, kind: int, value: int, text: bytes) -> None:
        if kind == OPEN:
            self._outer.append((self._moves, self._opening))
            self._moves, self._opening = [], ""
        elif kind == CLOSE:
            variation = self._finished()
            self._moves, self._opening = self._outer.pop()
            if variation:
                last = self._moves[-1]
                self._moves[-1] = last._replace(variations=(*last.variations, variation))
        elif kind == COMMENT:
            self._say(" ".join(decoded(text).split()))
        elif kind == NAG:
            if self._moves:
                last = self._moves[-1]
                self._moves[-1] = last._replace(nags=(*last.nags, value))
        else:
            self._moves.append(Move(value))

    def close(self) -> Line:
        line, self.before = tuple(self._moves), self._opening
        return line

    def _say(self, text: str) -> None:
        """A comment belongs to the move before it; before the first move, to what begins there."""
        if not self._moves:
            self._opening = _joined(self._opening, text)
            return
        last = self._moves[-1]
        self._moves[-1] = last._replace(comment=_joined(last.comment, text))

    def _finished(self) -> Line:
        """The variation; a comment at its beginning goes to its first move."""
        if self._moves and self._opening:
            self._moves[0] = self._moves[0]._replace(before=self._opening)
        return tuple(self._moves)


def _joined(first: str, second: str) -> str:
    return f"{first} {second}".strip()
