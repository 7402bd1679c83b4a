"""Read PGN files of any size: the games are streamed, and every move is checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from counterplay.core.compile.kernel import Context
from counterplay.core.game.errors import InputError
from counterplay.formats.chess.game import chess, kernel
from counterplay.formats.pgn.entry import Entry, decoded, tags_of
from counterplay.formats.pgn.layout import (
    AMBIGUOUS,
    ASK,
    BAD_NAG,
    BAD_START,
    BAD_TAG,
    CLOSED_VARIATION,
    DEEP_VARIATION,
    DEEPEST_VARIATION,
    EARLY_VARIATION,
    END,
    EVENT_COLUMNS,
    FAULT,
    FAULT_AT,
    FAULT_LINE,
    FIRST_EVENT,
    FROM,
    GAME_COLUMNS,
    ILLEGAL,
    LAST_EVENT,
    LINE,
    MORE,
    MOVETEXT,
    NO_MOVE,
    OPEN_COMMENT,
    OPEN_VARIATION,
    RESULT,
    START,
    STOP,
    TOO_LONG,
)

BUFFER = 1 << 16
"""Bytes that are read at a time."""

LONGEST = 1 << 22
"""The most bytes of a game. Longer ones are skipped: a broken file must not fill the memory."""

MOST_GAMES = 1 << 12
"""The most games that are read before the first of them is yielded."""

MOST_STARTS = 1000
"""How many start positions are cached, since many games share them."""

CHESS = ("", "standard", "chess", "normal", "from position", "chess960", "fischerandom",
         "fischerrandom", "chess 960")  # fmt: skip
"""Values of the tag Variant, in lower case, for games by the rules of chess."""

SENTENCES = {
    BAD_TAG: 'the tag {word!r} is not written as [Name "value"]',
    NO_MOVE: "{word!r} is not a move",
    ILLEGAL: "{word!r} is not a legal move here",
    AMBIGUOUS: "{word!r} is ambiguous: several legal moves fit",
    OPEN_COMMENT: "a comment begins with {{ but does not end",
    OPEN_VARIATION: "a variation begins with ( but does not end",
    EARLY_VARIATION: "a variation begins before the first move",
    CLOSED_VARIATION: "a ) has no matching (",
    DEEP_VARIATION: f"variations are nested more than {DEEPEST_VARIATION} deep",
    BAD_NAG: "{word!r} is not an annotation: write a number, such as $1",
    TOO_LONG: f"the game is longer than {LONGEST >> 20} MB",
}


@dataclass(frozen=True)
class Fault:
    """A game that was skipped: the file, the number of the game, the line, and the reason."""

    name: str
    number: int
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.name}, line {self.line}: game {self.number} is skipped: {self.text}"


def read_pgn(source: str | Path | BinaryIO, faults: list[Fault] | None = None) -> Iterator[Entry]:
    """The games of a file, in its order. Give its path, or the file opened in mode "rb".

    A broken game is an `InputError`. If a list `faults` is given, broken games are skipped, and a
    `Fault` for each is added to the list.
    """
    for game in _Reader(source).games():
        if isinstance(game, Entry):
            yield game
        elif faults is None:
            raise InputError(str(game))
        else:
            faults.append(game)


class _Reader:
    """The kernel with its buffers, and the position in the file."""

    def __init__(self, source: str | Path | BinaryIO) -> None:
        self._source = source
        is_path = isinstance(source, (str, Path))
        self._name = str(source) if is_path else str(getattr(source, "name", "PGN"))
        self._kernel = kernel("pgn")
        self._context = Context(chess(), self._kernel)
        self._ctx: Any = self._context.record
        self._rows = np.zeros((MOST_GAMES, GAME_COLUMNS), np.int64)
        self._context.keep("games", self._rows)
        self._ctx.most_games, self._ctx.line = MOST_GAMES, 1
        self._buffer = np.zeros(0, np.uint8)
        self._enlarge(BUFFER)
        self._number = 0
        self._starts: dict[int, Any] = {}
        """The start state of a game by its row, or the reason why it is wrong."""

    def games(self) -> Iterator[Entry | Fault]:
        opened = self._opened()
        with opened as file:
            status = MORE
            while status != END:
                if status == MORE:
                    self._fill(file)
                status = int(self._context.call(self._kernel.read))
                if status == ASK:
                    self._answer()
                else:
                    yield from self._finished()

    def _opened(self) -> Any:
        if not isinstance(self._source, (str, Path)):
            return nullcontext(self._source)
        try:
            return Path(self._source).open("rb")
        except OSError as error:
            raise InputError(f"{self._name} cannot be read: {error.strerror}") from None

    def _enlarge(self, size: int) -> None:
        """Replace the buffer by a larger one with the same text, and room for its events."""
        buffer = np.zeros(size, np.uint8)
        buffer[: len(self._buffer)] = self._buffer
        self._buffer = buffer
        self._events = np.zeros((size, EVENT_COLUMNS), np.int32)
        self._context.keep("text", buffer)
        self._context.keep("events", self._events)
        self._ctx.most_events = size

    def _fill(self, file: BinaryIO) -> None:
        """Move the unread text to the beginning of the buffer, and read more after it."""
        ctx = self._ctx
        unread = int(ctx.length - ctx.at)
        self._buffer[:unread] = self._buffer[ctx.at : ctx.length].copy()
        ctx.at, ctx.length, ctx.given = 0, unread, 0
        if unread == len(self._buffer):
            if unread >= LONGEST:
                ctx.too_long = 1
                return
            self._enlarge(2 * unread)
        try:
            text = file.read(len(self._buffer) - unread)
        except OSError as error:
            raise InputError(f"{self._name} cannot be read: {error.strerror}") from None
        if not isinstance(text, bytes):
            raise InputError(f"{self._name} is open in text mode: open it in mode 'rb'")
        if self._number == 0 and text[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise InputError(f"{self._name} is in UTF-16: save it as UTF-8")
        self._buffer[unread : unread + len(text)] = np.frombuffer(text, np.uint8)
        ctx.length = unread + len(text)
        ctx.is_last = not text

    def _answer(self) -> None:
        """Read the start position from the tags of a game, for the kernel."""
        ctx = self._ctx
        text = self._buffer[ctx.at : ctx.asked_to].tobytes()
        tags = tags_of(text)
        start = _start_of(tags.get("Variant", ""), tags.get("FEN", ""))
        self._starts[int(ctx.game_count)] = start
        if isinstance(start, str):
            ctx.given = -1
            return
        self._context.set_root(chess().initial() if start is None else start)
        ctx.given = 1

    def _finished(self) -> Iterator[Entry | Fault]:
        """The games in the buffer; the arrays are then reused."""
        ctx = self._ctx
        rows = self._rows[: ctx.game_count].tolist()
        starts = self._starts
        ctx.game_count = ctx.event_count = 0
        self._starts = {}
        for index, row in enumerate(rows):
            self._number += 1
            if row[FAULT]:
                yield self._fault(row, starts.get(index))
                continue
            start, stop = row[START], row[STOP]
            events = self._events[row[FIRST_EVENT] : row[LAST_EVENT]].copy()
            events[:, FROM:] -= start
            text = self._buffer[start:stop].tobytes()
            movetext = row[MOVETEXT] - start
            yield Entry(
                self._number, row[LINE], text, movetext, events, row[RESULT], starts.get(index)
            )

    def _fault(self, row: list[int], start: Any) -> Fault:
        if row[FAULT] == BAD_START:
            sentence = str(start)
        else:
            at = row[FAULT_AT]
            line = decoded(self._buffer[at : at + 60].tobytes()).splitlines()[0]
            word = line if row[FAULT] == BAD_TAG else re.split(r"[\s(){}]", line)[0] or line[:1]
            sentence = SENTENCES[row[FAULT]].format(word=word[:40])
        return Fault(self._name, self._number, row[FAULT_LINE], sentence)


@lru_cache(MOST_STARTS)
def _start_of(variant: str, fen: str) -> Any:
    """The start state; None for the usual one; text if the tags are wrong."""
    if variant.lower() not in CHESS:
        return f"the Variant {variant!r} is not chess"
    if not fen.strip():
        return None
    try:
        return chess().position(fen).state
    except InputError as error:
        return f"the FEN is wrong: {error}"
