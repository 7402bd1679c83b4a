"""The line server that all protocols share: read lines, carry out commands, write answers.

A protocol is a table from the first word of a line to a function of the rest. A line that cannot be
carried out gets a sentence in the form of the protocol, and the server goes on.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, Protocol

from counterplay.core.game.errors import CounterplayError

LONGEST_LINE = 1 << 20
"""The most bytes of a line that are read; the rest is dropped."""
SHOWN = 60
"""The most characters of a wrong line that an error message repeats."""


class Closing(Exception):  # noqa: N818  # nothing is wrong
    """Raised by a command to end the conversation."""


class Speaker:
    """Writes whole lines to a stream, from any thread.

    If the listener has gone, only the main thread gets the error, and ends the conversation.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def __call__(self, *lines: str) -> None:
        text = "".join(f"{line}\n" for line in lines).encode(errors="replace")
        try:
            with self._lock:
                self._stream.write(text)
                self._stream.flush()
        except OSError:
            if threading.current_thread() is threading.main_thread():
                raise


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream, up to its end. Only the beginning of an overlong line is kept."""
    while line := stream.readline(LONGEST_LINE):
        whole = line
        while whole and not whole.endswith(b"\n"):
            whole = stream.readline(LONGEST_LINE)
        yield line.decode(errors="replace").strip()


def serve(
    lines: Iterator[str],
    commands: Mapping[str, Callable[[str], None]],
    complain: Callable[[str], None],
    unknown: str = "{!r} is not a command here, and is ignored",
) -> None:
    """Carry out commands until one raises `Closing`, the lines end, or the pipe breaks."""
    try:
        for line in lines:
            word, _, rest = line.partition(" ")
            command = commands.get(word)
            try:
                if command is not None:
                    command(rest.strip())
                elif line:
                    complain(unknown.format(shortened(line)))
            except CounterplayError as error:
                complain(str(error))
            except (Closing, OSError):
                raise
            except Exception as error:  # a bug here must not end the game of the other side
                complain(f"{shortened(line)!r} failed: {type(error).__name__}: {error}")
    except (Closing, BrokenPipeError):
        return


class Conversation(Protocol):
    """This program's side of a protocol."""

    def listen(self, lines: Iterator[str]) -> None:
        """Carry out the commands of the other side until they end."""

    def close(self) -> None:
        """Stop what is running."""

    @property
    def compiling(self) -> bool:
        """Whether a compilation is running, which cannot be stopped."""


def run(begin: Callable[[Speaker], Conversation]) -> None:
    """Converse on the standard streams until the other side ends the conversation."""
    source, out = sys.stdin.buffer, sys.stdout.buffer
    conversation = begin(Speaker(out))
    with contextlib.suppress(KeyboardInterrupt):
        conversation.listen(read_lines(source))
    conversation.close()
    if conversation.compiling:
        out.flush()
        os._exit(0)


def shortened(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
