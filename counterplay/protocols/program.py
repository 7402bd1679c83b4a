"""A UCI or UGI program that is asked for moves: its options, a position, `go`, its answers."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.core.game.position import Position
from counterplay.protocols.options import Option, parse_option
from counterplay.protocols.process import LineProcess, ProgramError

START_SECONDS = 20.0
"""Seconds that a program may take to answer the first command."""
READY_SECONDS = 180.0
"""Seconds that it may take for `readyok`: some programs compile or read large files."""
DEEPEST, MOST_NODES = 2**31, 2**62


@dataclass(frozen=True)
class Answer:
    """A move as the program wrote it, and the depth and nodes of its last info line."""

    move: str
    depth: int | None = None
    nodes: int | None = None


class Program:
    """A started program. `protocol` is the first command of the conversation: uci or ugi."""

    def __init__(self, command: Sequence[str], protocol: str = "uci") -> None:
        self.name, self._protocol = "", protocol
        self.options: dict[str, Option] = {}
        self._process = LineProcess(command)
        try:
            self._greet()
        except ProgramError as error:
            self.close()
            raise ProgramError(f"{command[0]} is no {protocol.upper()} program: {error}") from None
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        self._process.send(self._protocol)
        done = f"{self._protocol}ok"
        for line in self._process.lines(START_SECONDS, done):
            if line == done:
                return
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip()
            option = parse_option(line)
            if option is not None:
                self.options[option.name.lower()] = option

    @property
    def alive(self) -> bool:
        return self._process.alive

    def set(self, values: Mapping[str, str]) -> None:
        """Set options. Raise InputError for an unknown option or a value that does not fit."""
        read = [(option, option.read(values[name])) for name, option in self._known(values)]
        for option, value in read:
            given = "" if option.kind == "button" else f" value {value or '<empty>'}"
            self._process.send(f"setoption name {option.name}{given}")

    def _known(self, names: Mapping[str, str]) -> list[tuple[str, Option]]:
        known = []
        for name in names:
            option = self.options.get(name.lower())
            if option is None:
                listed = [option.name for option in self.options.values()]
                lower = {other.lower(): other for other in listed}
                near = [lower[n] for n in difflib.get_close_matches(name.lower(), lower, 3, 0.5)]
                hint = (
                    f"did you mean {' or '.join(near)}?" if near else f"it has {', '.join(listed)}"
                )
                raise InputError(f"{self.name or 'the program'} has no option {name!r}: {hint}")
            known.append((name, option))
        return known

    def ready(self) -> None:
        """Wait until the program has carried out all commands."""
        self._process.send("isready")
        for line in self._process.lines(READY_SECONDS, "readyok"):
            if line == "readyok":
                return

    def new_game(self) -> None:
        self._process.send(f"{self._protocol}newgame")
        self.ready()

    def go(self, position: str, limits: str, seconds: float) -> Answer:
        """The program's move for a position. If it gives none within `seconds`, it is ended."""
        depth = nodes = None
        try:
            self._process.send(position)
            self._process.send(f"go {limits}")
            for line in self._process.lines(seconds, "bestmove"):
                words = line.split()
                if words[:1] == ["bestmove"]:
                    return Answer(words[1] if len(words) > 1 else "", depth, nodes)
                if words[:1] == ["info"] and "string" not in words[:2]:
                    depth = _number(words, "depth", DEEPEST) or depth
                    nodes = _number(words, "nodes", MOST_NODES) or nodes
        except BaseException:
            self.close()
            raise
        raise AssertionError("lines() ends by raising")

    def close(self) -> None:
        """End the program. It cannot be asked afterwards."""
        self._process.close("quit" if self._process.alive else None)


class Trail:
    """Builds the `position` command of a game. It repeats all moves; only new ones are formatted.

    `begin` writes the first state of a position's path, `show` writes a move in a state.
    """

    def __init__(self, begin: Callable[[Position], str], show: Callable[[Any, int], str]) -> None:
        self._begin, self._show = begin, show
        self.forget()

    def forget(self) -> None:
        """Start over for another game."""
        self._start, self._shown = "", list[str]()
        self._told: Position | None = None

    def line(self, position: Position) -> str:
        """The command that sends a position to the program."""
        told, shown = self._told, self._shown
        if told is None or told.moves != position.moves[: len(told.moves)]:
            self._start = self._begin(position)
            shown.clear()
        new = slice(len(shown), None)
        for state, move in zip(position.past[new], position.moves[new], strict=True):
            shown.append(self._show(state, move))
        self._told = position
        return " ".join(["position", self._start, *(["moves", *shown] if shown else [])])


def _number(words: list[str], name: str, most: int) -> int | None:
    """The number after a word of an info line; None if it is missing or too large."""
    if name not in words[:-1]:
        return None
    text = words[words.index(name) + 1]
    if not text.isascii() or not text.isdigit() or len(text) > 19:
        return None
    return int(text) if int(text) <= most else None
