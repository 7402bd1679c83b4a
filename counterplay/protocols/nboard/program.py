"""An NBoard program that is asked for moves: `set depth`, `set game`, `go`.

Programs answer `ping N` with `pong N` after they have carried out all earlier commands. What they
write in between is for people to read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from counterplay.protocols.process import LineProcess, ProgramError
from counterplay.protocols.program import Answer

VERSION = 1
"""Version 2 adds nothing that is needed here, and some programs know version 1 only."""
START_SECONDS = 20.0
"""Seconds that a program may take for its first answer."""
COMMAND_SECONDS = 180.0
"""Seconds for other commands than `go`: some programs read large files."""
MOVE_MARK = "==="
SEARCHED = re.compile(r"search \S+\s+\S+\s+\S+\s+([0-9]{1,2})(?:\s|$)")
"""The report of a finished round: a line of moves, its value, 0 and the depth in plies."""


class NboardProgram:
    """A started NBoard program."""

    def __init__(self, command: Sequence[str]) -> None:
        self._pings = 0
        self._process = LineProcess(command)
        try:
            self.tell(f"nboard {VERSION}", START_SECONDS)
        except ProgramError as error:
            raise ProgramError(f"{command[0]} is no NBoard program: {error}") from None

    @property
    def alive(self) -> bool:
        return self._process.alive

    def tell(self, command: str, seconds: float = COMMAND_SECONDS) -> None:
        """Send a command, and wait until it is carried out. After `seconds` end the program."""
        self._pings += 1
        try:
            self._process.send(command)
            self._process.send(f"ping {self._pings}")
            for line in self._process.lines(seconds, f"answer to ping {self._pings}"):
                if line == f"pong {self._pings}":
                    return
        except BaseException:
            self.close()
            raise

    def go(self, seconds: float) -> Answer:
        """The program's move. If it gives none within `seconds`, it is ended."""
        depth = None
        try:
            self._process.send("go")
            for line in self._process.lines(seconds, "answer to go"):
                if line.startswith(MOVE_MARK):
                    return Answer(read_move(line), depth)
                found = SEARCHED.match(line)
                depth = int(found[1]) if found else depth
        except BaseException:
            self.close()
            raise
        raise AssertionError("lines() ends by raising")

    def close(self) -> None:
        """End the program. It cannot be asked afterwards."""
        self._process.close("quit" if self._process.alive else None)


def read_move(line: str) -> str:
    """The move in `=== F5/-1.23/0.5`, `=== f5 -1.23 0.5` or `=== f5`."""
    return re.split(r"[\s/]", line.removeprefix(MOVE_MARK).strip(), maxsplit=1)[0]
