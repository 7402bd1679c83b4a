"""A running UCI or UGI program: the two protocols have the same commands."""

from __future__ import annotations

from collections.abc import Callable

from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.protocols.program import Program, Trail

ReadMove = Callable[[Position, str], int | str]
"""The move that a program wrote in a position."""


def move_as_written(position: Position, text: str) -> int | str:
    return text


class UciFamilyProgram:
    """A program that is asked for moves with `position` and `go`.

    sides          the prefixes of the clock words: `w` for `wtime` and `winc`
    has_increment  whether `go` has the increment even if it is 0
    """

    def __init__(
        self,
        spec: Spec,
        program: Program,
        trail: Trail,
        sides: tuple[str, ...],
        has_increment: bool = False,
        read_move: ReadMove = move_as_written,
    ) -> None:
        self._program, self._trail, self._sides = program, trail, sides
        self._has_increment, self._read_move = has_increment, read_move
        try:
            program.set(dict(spec.options))
            program.ready()
        except BaseException:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._program.alive

    def new_game(self) -> None:
        self._trail.forget()
        self._program.new_game()

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        words = go_words(limit, clocks, self._sides, self._has_increment)
        answer = self._program.go(self._trail.line(position), words, seconds)
        return Thought(self._read_move(position, answer.move), answer.depth, answer.nodes)

    def close(self) -> None:
        self._program.close()


def go_words(
    limit: Limit, clocks: Clocks | None, sides: tuple[str, ...], has_increment: bool = False
) -> str:
    """The words after `go`: clocks and limits."""
    words = []
    if clocks is not None:
        times = zip(sides, clocks.left, strict=True)
        words += [f"{side}time {milliseconds(left)}" for side, left in times]
        if clocks.increment or has_increment:
            increment = milliseconds(clocks.increment) if clocks.increment else 0
            words += [f"{side}inc {increment}" for side in sides]
    if limit.time is not None:
        words.append(f"movetime {milliseconds(limit.time)}")
    words += [f"depth {limit.depth}"] if limit.depth is not None else []
    words += [f"nodes {limit.nodes}"] if limit.nodes is not None else []
    return " ".join(words)


def milliseconds(seconds: float) -> int:
    """Whole milliseconds, at least 1."""
    return max(int(seconds * 1000), 1)
