"""A PGN game as values: tags, and a line of moves with comments and variations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from counterplay.core.game.position import Position
from counterplay.formats.chess.game import chess

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The tags that every game has, in this order; unknown ones are ?."""

COMMAND = re.compile(r"\s*\[%(\w+)\s+([^\]]*)\]")
CLOCK = re.compile(r"(\d{1,6}):(\d{1,2}):(\d{1,2}(?:\.\d+)?)")
ESTIMATE = re.compile(r"([+-]?\d{1,6}(?:\.\d+)?)(?:,\d+)?")
MATE = re.compile(r"#([+-]?\d{1,4})(?:,\d+)?")


class Move(NamedTuple):
    """A move of a line with its annotations."""

    action: int
    """The number of the move in the game `chess`."""

    nags: tuple[int, ...] = ()
    """Numeric Annotation Glyphs: 1 is !, 2 ?, 3 !!, 4 ??, 5 !?, 6 ?!."""

    comment: str = ""
    before: str = ""
    """A comment before the first move of a variation."""

    variations: tuple[tuple[Move, ...], ...] = ()
    """Lines that replace this move."""

    @property
    def text(self) -> str:
        """The comment without commands such as [%clk 0:01:02]."""
        return COMMAND.sub("", self.comment).strip()

    @property
    def commands(self) -> dict[str, str]:
        """The commands of the comment: {'clk': '0:01:02', 'eval': '0.17'}."""
        return {name: value.strip() for name, value in COMMAND.findall(self.comment)}

    @property
    def clock(self) -> float | None:
        """The time on the mover's clock, in seconds; None if the comment has no clock."""
        return _seconds(self.commands.get("clk", ""))

    @property
    def elapsed(self) -> float | None:
        """The time spent on the move, in seconds; None if the comment does not say."""
        return _seconds(self.commands.get("emt", ""))

    @property
    def estimate(self) -> float | None:
        """An engine's evaluation in pawns, from White's view; None if there is none."""
        found = ESTIMATE.fullmatch(self.commands.get("eval", ""))
        return float(found[1]) if found else None

    @property
    def mate(self) -> int | None:
        """Mate in n moves by an engine; negative if Black mates, None if there is none."""
        found = MATE.fullmatch(self.commands.get("eval", ""))
        return int(found[1]) if found else None


Line = tuple[Move, ...]


def _seconds(text: str) -> float | None:
    found = CLOCK.fullmatch(text)
    if found is None:
        return None
    return 3600 * int(found[1]) + 60 * int(found[2]) + float(found[3])


@dataclass(frozen=True)
class Game:
    """A game of PGN. `start` is its first state; None for the usual one."""

    line: Line = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = "*"
    comment: str = ""
    """A comment before the first move."""

    start: Any = None

    @property
    def moves(self) -> tuple[int, ...]:
        return tuple(move.action for move in self.line)

    @classmethod
    def of(cls, position: Position, result: str = "*", **tags: str) -> Game:
        """The game that led to a position."""
        first = position.past[0] if position.past else position.state
        start = None if first == chess().initial() else first
        return cls(tuple(map(Move, position.moves)), tags, result, "", start)
