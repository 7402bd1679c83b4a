"""The line server that protocols share: lines come in, each is a command, and answers go out.

A protocol is a table from the first word of a line to a function of the rest. Whatever a line says,
the server goes on: what is wrong with it is told in a sentence, in the protocol's own form.
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
"""Bytes after which a line is not read on."""
SHOWN = 60
"""As much of a wrong line is repeated in the sentence about it."""


class Closing(Exception):  # noqa: N818  # nothing is wrong
    """A command that ends the conversation raises this."""


class Speaker:
    """Whole lines to whoever listens, from any thread."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._lock = stream, threading.Lock()

    def __call__(self, *lines: str) -> None:
        with self._lock:
            self._stream.write("".join(f"{line}\n" for line in lines).encode(errors="replace"))
            self._stream.flush()


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream to its end; of one that is far too long, nothing but its beginning."""
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
    """Carry out commands until one closes or the lines end; a broken pipe ends them too."""
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
            except Exception as error:  # a fault of ours: the game of the other side goes on
                complain(f"{shortened(line)!r} failed: {type(error).__name__}: {error}")
    except (Closing, BrokenPipeError):
        return


class Conversation(Protocol):
    """This program's side of a protocol."""

    def listen(self, lines: Iterator[str]) -> None:
        """Carry out the commands of the other side, to the last."""

    def close(self) -> None:
        """Stop whatever is under way."""

    @property
    def compiling(self) -> bool:
        """Whether something is under way that nothing can stop."""


def run(begin: Callable[[Speaker], Conversation]) -> None:
    """Converse on the standard streams until the other side ends it, or goes."""
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
