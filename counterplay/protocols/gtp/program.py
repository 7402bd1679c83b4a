"""A GTP program that is asked: commands and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from counterplay.protocols.lines import shortened
from counterplay.protocols.process import LineProcess, ProgramError, RefusalError

START_SECONDS = 20.0
"""Seconds that a program may take for its first answer."""
COMMAND_SECONDS = 180.0
"""Seconds for other commands than moves: some programs compile or read large files."""
VERSIONS = ("1", "2")


class GtpProgram:
    """A started GTP program. `commands` are the commands that it knows."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = ""
        self.commands: frozenset[str] = frozenset()
        self._process = LineProcess(command)
        try:
            self._greet()
        except ProgramError as error:
            self.close()
            raise ProgramError(f"{command[0]} is no GTP program: {error}") from None
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        version = self.ask("protocol_version", START_SECONDS)
        if version not in VERSIONS:
            raise ProgramError(f"it speaks version {shortened(version)!r} of the protocol, not 2")
        self.name = self.ask("name", START_SECONDS)
        self.commands = frozenset(self.ask("list_commands", START_SECONDS).split())

    @property
    def alive(self) -> bool:
        return self._process.alive

    def knows(self, command: str) -> bool:
        return command in self.commands

    def ask(self, command: str, seconds: float | None = None) -> str:
        """The answer to a command. If none comes within `seconds`, the program is ended."""
        word = command.split()[0]
        try:
            self._process.send(command)
            lines = self._process.lines(seconds or COMMAND_SECONDS, f"answer to {word}")
            is_done, text = _read_answer(lines)
        except BaseException:
            self.close()
            raise
        if not is_done:
            raise RefusalError(f"it refuses {shortened(command)!r}: {shortened(text)}")
        return text

    def close(self) -> None:
        """End the program. It cannot be asked afterwards."""
        self._process.close("quit" if self._process.alive else None)


def _read_answer(lines: Iterator[str]) -> tuple[bool, str]:
    """Whether a command succeeded, and its text. Lines before the answer are skipped."""
    first = next(line for line in lines if line[:1] in ("=", "?"))
    read = [first[1:].lstrip("0123456789").strip()]
    for line in lines:
        if not line:
            break
        read.append(line)
    return first[0] == "=", "\n".join(read).strip()
