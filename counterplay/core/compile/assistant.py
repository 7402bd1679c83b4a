"""A second process that compiles functions of a kernel, side by side with this one.

Numba uses one core. `declarations.py` says which functions can be compiled apart from their
callers. The assistant sends those that it compiled as LLVM bitcode.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from counterplay.core.compile.declarations import Part, Source
from counterplay.core.compile.digest import digest_of
from counterplay.core.compile.processes import command_for
from counterplay.core.compile.switch import allows_assistant
from counterplay.core.game.game import Game

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MOST_SYMBOLS = 256
"""A function is claimed by one byte."""


class Assistant(ABC):
    """A process that compiles functions of a kernel, which both processes claim one by one.

    The claims are a pipe with a byte for each function. Whoever reads the byte compiles it.
    """

    def __init__(self, symbols: tuple[str, ...]) -> None:
        self._symbols = symbols
        self._claimed_here = 0
        self._claims, writer = os.pipe()
        os.write(writer, bytes(range(len(symbols))))
        os.close(writer)

    def claims(self) -> Iterator[str]:
        """The functions that this process compiles."""
        for symbol in claimed(self._claims, self._symbols):
            self._claimed_here += 1
            yield symbol

    def wait(self) -> Part | None:
        """What the assistant compiled; None if that is nothing, or if it failed."""
        if self._claimed_here == len(self._symbols):  # it started too late
            return None
        answer = self._answer()
        return answer if isinstance(answer, Part) else None

    @abstractmethod
    def _answer(self) -> object:
        """What the process sent at its end; None if it failed."""

    @abstractmethod
    def kill(self) -> None:
        """End the process at once."""

    def end(self) -> None:
        """Stop the process, if it has not ended."""
        self.kill()
        os.close(self._claims)


class StartedAssistant(Assistant):
    """A new process, which first imports the compiler. Any process can have one."""

    def __init__(
        self, game: Game, kernel: Path, is_guarded: bool, symbols: tuple[str, ...]
    ) -> None:
        question = pickle.dumps((game, kernel, digest_of(game, kernel), is_guarded, symbols))
        super().__init__(symbols)
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

    def _answer(self) -> object:
        assert self._process.stdout is not None
        answer = self._process.stdout.read()
        return pickle.loads(answer) if self._process.wait() == 0 else None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()


class ForkedAssistant(Assistant):
    """A copy of this process, with the compiler and the kernel in memory: it begins at once.

    Only for a process that does nothing but compile: a copy of one with threads may hang.
    """

    def __init__(self, source: Source, is_guarded: bool) -> None:
        from multiprocessing import get_context

        super().__init__(source.needed)
        context = get_context("fork")
        self._answers, theirs = context.Pipe(duplex=False)
        self._process = context.Process(
            target=self._send_part, args=(source, is_guarded, theirs), daemon=True
        )
        self._process.start()
        theirs.close()

    def _answer(self) -> object:
        try:
            return self._answers.recv()
        except (EOFError, OSError):  # it was killed, maybe in the middle of its answer
            return None

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._answers.close()

    def _send_part(self, source: Source, is_guarded: bool, answers: Connection) -> None:
        """The copied process: send the part. Only the other process reads, so this one ends too
        if that one is killed."""
        from counterplay.core.compile.compiler import compile_part

        self._answers.close()
        mine = _claimed_with_parent(self._claims, source.needed)
        with suppress(BrokenPipeError):
            answers.send(compile_part(source, is_guarded, mine))


def claimed(claims: int, symbols: tuple[str, ...]) -> Iterator[str]:
    """Claim functions until none is left."""
    while byte := os.read(claims, 1):
        yield symbols[byte[0]]


def _claimed_with_parent(claims: int, symbols: tuple[str, ...]) -> Iterator[str]:
    """Claim functions until none is left, or the process that asked was killed."""
    parent = os.getppid()
    return takewhile(lambda _: os.getppid() == parent, claimed(claims, symbols))


def start_assistant(
    game: Game, kernel: Path, is_guarded: bool, symbols: tuple[str, ...]
) -> Assistant | None:
    """An assistant; None if the machine has no second core, or the game cannot be sent."""
    if not _is_of_use(symbols):
        return None
    try:
        return StartedAssistant(game, kernel, is_guarded, symbols)
    except (OSError, pickle.PicklingError, TypeError, AttributeError):
        return None


def fork_assistant(source: Source, is_guarded: bool) -> Assistant | None:
    """An assistant of a process that does nothing but compile; None if there cannot be one."""
    if not _is_of_use(source.needed):
        return None
    try:
        return ForkedAssistant(source, is_guarded)
    except OSError:
        return None


def _is_of_use(symbols: tuple[str, ...]) -> bool:
    return allows_assistant() and 1 < len(symbols) <= MOST_SYMBOLS


def main(claims: str) -> None:
    """The new process: read a game and a kernel from standard input, write the part."""
    from counterplay.core.compile.bind import source
    from counterplay.core.compile.compiler import compile_part

    game, kernel, digest, is_guarded, symbols = pickle.load(sys.stdin.buffer)
    if digest_of(game, kernel) != digest:  # a file was changed meanwhile: this is other code
        raise SystemExit(1)
    mine = _claimed_with_parent(int(claims), symbols)
    part = compile_part(source(game, kernel), is_guarded, mine)
    sys.stdout.buffer.write(pickle.dumps(part))
