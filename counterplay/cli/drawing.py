"""A position drawn for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich import box
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from counterplay.core.position import Position

CHANGED = "bold yellow"
MOST_CHANGED = 0.25
"""The part of a board up to which it is worth showing what the last move changed."""


def print_position(
    console: Console, position: Position, status: str, notes: Sequence[str] = ()
) -> None:
    """Print the board in a frame: the game above, `status` below, `notes` under the board."""
    board = board_text(position)
    lines: list[RenderableType] = [board]
    if notes:
        lines += ["", *(Text(note, style="dim") for note in notes)]
    title = position.game.facts.title
    if board.cell_len and max(line.cell_len for line in board.split()) + 4 > console.width:
        # A frame would break the drawing; the terminal can at least be made wider.
        console.print(title, *lines, status, sep="\n", soft_wrap=True)
        return
    width = max(len(title), len(status)) + 6
    frame = Panel(
        Group(*lines),
        title=Text(title, style="bold"),
        subtitle=Text(status),
        title_align="left",
        subtitle_align="left",
        box=box.ROUNDED,
        padding=(0, 2),
        expand=False,
    )
    frame.width = min(max(width, console.measure(frame).maximum), console.width)
    console.print(frame)


def board_text(position: Position) -> Text:
    """The game's own drawing, with what the last move changed standing out."""
    game = position.game
    drawing = game.board(position.state)
    text = Text(drawing, no_wrap=True, overflow="ignore")
    if not position.past:
        return text
    changed, start = [], 0
    before = game.board(position.past[-1]).split("\n")
    lines = drawing.split("\n")
    for line, old in zip_longest(lines, before[: len(lines)], fillvalue=""):
        pairs = enumerate(zip_longest(line, old[: len(line)]), start)
        changed += [i for i, (new, was) in pairs if new != was and new != " "]
        start += len(line) + 1
    if len(changed) <= MOST_CHANGED * len(drawing):
        for i in changed:
            text.stylize(CHANGED, i, i + 1)
    return text
