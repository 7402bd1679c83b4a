"""Entry: a game of a PGN file, parsed only as far as it is used."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from counterplay.formats.chess.game import chess
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
    """Decode as UTF-8, else as Latin-1, the encoding of old files."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


def tags_of(text: bytes) -> dict[str, str]:
    """The tags of a game by name, in the order of the text."""
    return {name.decode(): _unescaped(decoded(value)) for name, value in TAG.findall(text)}


def _unescaped(text: str) -> str:
    return ESCAPED.sub(r"\1", text) if "\\" in text else text


class Entry:
    """A game of a file. All its moves are legal.

    number   of the game in the file, from 1; broken games count as well
    line     the number of its first line
    result   1-0, 0-1, 1/2-1/2, or *
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
        """Whether the moves end with a result. If not, the file may be truncated."""
        self._text, self._movetext, self._events = text, movetext, events

    def __repr__(self) -> str:
        names = " - ".join(self.tags.get(side, "?") for side in ("White", "Black"))
        return f"<game {self.number}, line {self.line}: {names}, {self.result}>"

    @cached_property
    def tags(self) -> dict[str, str]:
        return tags_of(self._text[: self._movetext])

    @property
    def actions(self) -> npt.NDArray[np.int32]:
        """The moves that were played, as an array; numbers of the game `chess`."""
        events = self._events
        played: npt.NDArray[np.int32] = events[events[:, KIND] == MOVE, VALUE]
        return played

    @cached_property
    def moves(self) -> tuple[int, ...]:
        """The moves that were played; numbers of the game `chess`."""
        return tuple(self.actions.tolist())

    @cached_property
    def states(self) -> list[Any]:
        """The state before each move, and the last state."""
        states = [chess().initial() if self.start is None else self.start]
        for action in self.moves:
            states.append(chess().result(states[-1], action))
        return states

    @cached_property
    def game(self) -> Game:
        """The whole game, with comments and variations."""
        tree = _Tree()
        for kind, value, start, stop in self._events.tolist():
            tree.add(kind, value, self._text[start:stop] if kind == COMMENT else b"")
        line = tree.close()
        return Game(line, self.tags, self.result, tree.before, self.start)


class _Tree:
    """Builds a line, and the lines that it is a variation of."""

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
            self._add_comment(" ".join(decoded(text).split()))
        elif kind == NAG:
            if self._moves:
                last = self._moves[-1]
                self._moves[-1] = last._replace(nags=(*last.nags, value))
        else:
            self._moves.append(Move(value))

    def close(self) -> Line:
        line, self.before = tuple(self._moves), self._opening
        return line

    def _add_comment(self, text: str) -> None:
        """Add a comment to the last move; before the first move, to the line."""
        if not self._moves:
            self._opening = _joined(self._opening, text)
            return
        last = self._moves[-1]
        self._moves[-1] = last._replace(comment=_joined(last.comment, text))

    def _finished(self) -> Line:
        """The variation; a comment before it goes to its first move."""
        if self._moves and self._opening:
            self._moves[0] = self._moves[0]._replace(before=self._opening)
        return tuple(self._moves)


def _joined(first: str, second: str) -> str:
    return f"{first} {second}".strip()
