"""Lists of positions: one position on each line, in the game's own notation (FEN for chess).

startpos moves e4 c5        # a comment
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from counterplay.formats.record import PositionRecord


@dataclass(frozen=True)
class ListedPosition:
    """A line of the list: a `PositionRecord` without best moves. Its name is the comment."""

    position: str
    line: int = 0
    name: str = ""
    best_moves: tuple[str, ...] = ()


def sniff(head: bytes, path: Path) -> bool:
    """Any text may be a list of positions: only the game can tell."""
    return True


def parse_positions(
    lines: Iterable[str], name: str = "", faults: list[str] | None = None
) -> Iterator[ListedPosition]:
    """The positions of some lines, not checked; empty lines and comments are skipped."""
    for number, line in enumerate(lines, 1):
        position, _, comment = line.partition("#")
        if position.strip():
            yield ListedPosition(position.strip(), number, comment.strip())


def show_positions(records: Iterable[PositionRecord]) -> str:
    """Positions as the text of a file."""
    return "".join(
        f"{record.position}{f'  # {record.name}' if record.name else ''}\n" for record in records
    )
