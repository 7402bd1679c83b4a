"""A second process that compiles functions of a kernel, side by side with this one.

Numba uses one core. `declarations.py` says which functions can be compiled apart from their
callers. The assistant sends those that it compiled as LLVM bitcode.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path

from counterplay.core.compile.declarations import Part
from counterplay.core.compile.digest import digest_of
from counterplay.core.compile.processes import command_for
from counterplay.core.compile.switch import allows_assistant
from counterplay.core.game.game import Game

MOST_SYMBOLS = 256
"""A function is claimed by one byte."""


class Assistant:
    """A process that compiles functions of a kernel, which both processes claim one by one.

    The claims are a pipe with a byte for each function. Whoever reads the byte compiles it.
    """

    def __init__(
        self, game: Game, kernel: Path, is_bounded: bool, symbols: tuple[str, ...]
    ) -> None:
        self._symbols = symbols
        self._claimed_here = 0
        question = pickle.dumps((game, kernel, digest_of(game, kernel), is_bounded, symbols))
        self._claims, writer = os.pipe()
        os.write(writer, bytes(range(len(symbols))))
        os.close(writer)
        self._process = subprocess.Popen(
            command_for(__name__, str(self._claims)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=[self._claims],
        )
        assert self._process.stdin is not None
        with suppress(OSError):  # if it has ended already, `wait` says so
            self._process.stdin.write(question)
            self._process.stdin.close()

    def claims(self) -> Iterator[str]:
        """The functions that this process compiles."""
        for symbol in claimed(self._claims, self._symbols):
            self._claimed_here += 1
            yield symbol

    def wait(self) -> Part | None:
        """What the assistant compiled; None if that is nothing, or if it failed."""
        if self._claimed_here == len(self._symbols):  # it started too late
            return None
        assert self._process.stdout is not None
        answer = self._process.stdout.read()
        if self._process.wait() != 0:
            return None
        part = pickle.loads(answer)
        return part if isinstance(part, Part) else None

    def end(self) -> None:
        """Stop the process, if it has not ended."""
        self._process.kill()
        self._process.wait()
        os.close(self._claims)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()


def claimed(claims: int, symbols: tuple[str, ...]) -> Iterator[str]:
    """Claim functions until none is left."""
    while byte := os.read(claims, 1):
        yield symbols[byte[0]]


def start_assistant(
    game: Game, kernel: Path, is_bounded: bool, symbols: tuple[str, ...]
) -> Assistant | None:
    """An assistant; None if the machine has no second core, or the game cannot be sent."""
    if not allows_assistant() or not 1 < len(symbols) <= MOST_SYMBOLS:
        return None
    try:
        return Assistant(game, kernel, is_bounded, symbols)
    except (OSError, pickle.PicklingError, TypeError, AttributeError):
        return None


def main(claims: str) -> None:
    """The other process: read a game and a kernel from standard input, write the part."""
    from counterplay.core.compile.bind import source
    from counterplay.core.compile.compiler import compile_part

    parent = os.getppid()
    game, kernel, digest, is_bounded, symbols = pickle.load(sys.stdin.buffer)
    if digest_of(game, kernel) != digest:  # a file was changed meanwhile: this is other code
        raise SystemExit(1)
    # Stop if the process that asked was killed.
    mine = takewhile(lambda _: os.getppid() == parent, claimed(int(claims), symbols))
    part = compile_part(source(game, kernel), is_bounded, mine)
    sys.stdout.buffer.write(pickle.dumps(part))
