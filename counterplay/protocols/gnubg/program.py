"""A running GNU Backgammon that answers boards.

It is started without a window, told its strength by commands, and then listens on a local socket
for one connection. After that it would listen again for ever. But the socket is in a folder that is
removed at once, so it returns to its commands, and ends when they end.
"""

from __future__ import annotations

import socket
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from counterplay.protocols.lines import shortened
from counterplay.protocols.process import LineProcess, ProgramError, RefusalError

ARGUMENTS = ("--tty", "--quiet", "--no-rc")
START_SECONDS = 60.0
"""Seconds to start: it reads its networks and endgame tables first."""
SEND_SECONDS, END_SECONDS, LEAST_SECONDS = 10.0, 1.0, 1e-3
LONGEST_ANSWER = 16_384
WAITING, REFUSAL = "Waiting for a connection", "Error:"


class GnubgProgram:
    """A started GNU Backgammon. `commands` set it up."""

    def __init__(self, program: Sequence[str], commands: Sequence[str]) -> None:
        if not hasattr(socket, "AF_UNIX"):
            raise ProgramError("it is asked through a local socket, which this system lacks")
        self._process = LineProcess((*program, *ARGUMENTS))
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._unread = b""
        try:
            with tempfile.TemporaryDirectory(prefix="gnubg") as folder:
                self._connect(Path(folder) / "socket", commands)
        except (ProgramError, OSError) as error:
            self.close()
            raise ProgramError(f"{program[0]} is no GNU Backgammon: {error}") from None
        except BaseException:
            self.close()
            raise

    def _connect(self, path: Path, commands: Sequence[str]) -> None:
        for command in (*commands, f"external {path}"):
            self._process.send(command)
        for line in self._process.lines(START_SECONDS, "offer to connect"):
            if line.startswith(WAITING):
                break
        self._socket.settimeout(START_SECONDS)
        self._socket.connect(str(path))

    @property
    def alive(self) -> bool:
        return self._process.alive

    def ask(self, line: str, seconds: float) -> str:
        """The answer to a line. If none comes within `seconds`, the program is ended."""
        try:
            if self._unread:
                raise ProgramError("it writes lines that nobody asked for")
            self.send(line)
            answer = self.read(seconds)
        except BaseException:
            self.close()
            raise
        if answer.startswith(REFUSAL):
            raise RefusalError(f"it refuses a board: {shortened(answer)}")
        return answer

    def send(self, line: str) -> None:
        try:
            self._socket.settimeout(SEND_SECONDS)
            self._socket.sendall(line.encode() + b"\n")
        except OSError:
            self._raise_end()

    def read(self, seconds: float) -> str:
        """The next line that the program writes. Raises ProgramError after `seconds`."""
        deadline = time.perf_counter() + seconds
        while b"\n" not in self._unread:
            try:
                self._socket.settimeout(max(deadline - time.perf_counter(), LEAST_SECONDS))
                read = self._socket.recv(LONGEST_ANSWER)
            except TimeoutError:
                raise ProgramError(f"no answer in {seconds:.3g} s") from None
            except OSError:
                read = b""
            if not read:
                self._raise_end()
            self._unread += read
            if len(self._unread) > LONGEST_ANSWER and b"\n" not in self._unread:
                raise ProgramError(f"its answer is longer than {LONGEST_ANSWER} characters")
        answer, _, self._unread = self._unread.partition(b"\n")
        return answer.decode(errors="replace").strip()

    def _raise_end(self) -> NoReturn:
        """Say how the program ended, which has closed the connection."""
        self._process.close_input()
        for _ in self._process.lines(END_SECONDS, "answer"):
            pass
        raise AssertionError("lines() ends by raising")

    def close(self) -> None:
        """End the program. It cannot be asked afterwards."""
        self._socket.close()
        self._process.close()
