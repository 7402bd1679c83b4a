"""Draw a position in the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text

from counterplay.core.game.position import Position
from counterplay.presentation.drawings import drawing_at

MARGINS = 6
PLAYERS = ("cyan", "red", "green", "magenta")
CHANGED = "bold reverse"
MOST_CHANGED = 0.25
"""The last move is highlighted if it changed at most this part of the drawing."""


def print_position(
    console: Console,
    position: Position,
    status: str,
    notes: Sequence[str] = (),
    viewer: int | None = None,
) -> None:
    """Print the board in a frame, with the game's title above, `notes` under the board and `status`
    below. `viewer` is the player who looks at it, in games with hidden information."""
    board, title = board_text(position, viewer), position.game.facts.title
    lines = [*board.split(), *(Text(note, style="dim") for note in ("", *notes) if notes)]
    width = max(MARGINS + max(line.cell_len for line in lines), 6 + len(title), 6 + len(status))
    if width > console.width:
        # A frame that is too wide breaks the drawing. Without one, the terminal can be widened.
        console.print(title, *lines, status, sep="\n", soft_wrap=True)
        return
    console.print(
        Panel(
            Group(*lines),
            title=Text(title, style="bold"),
            subtitle=Text(status),
            title_align="left",
            subtitle_align="left",
            padding=(0, 2),
            width=width,
        )
    )


def board_text(position: Position, viewer: int | None = None) -> Text:
    """The game's drawing, with the players in colour and the last move highlighted."""
    game = position.game
    drawing = str(drawing_at(position, viewer))
    text = Text(drawing, no_wrap=True, overflow="ignore")
    for name, style in zip(game.facts.names, PLAYERS, strict=False):
        text.highlight_regex(rf"(?<!\S){re.escape(name)}(?!\S)", style)
    if not position.past:
        return text
    changed, start = [], 0
    before = game.board(position.past[-1], viewer).split("\n")
    lines = drawing.split("\n")
    for line, old in zip_longest(lines, before[: len(lines)], fillvalue=""):
        pairs = enumerate(zip_longest(line, old[: len(line)]), start)
        changed += [i for i, (new, was) in pairs if new != was and new != " "]
        start += len(line) + 1
    if len(changed) <= MOST_CHANGED * len(drawing):
        for i in changed:
            text.stylize(CHANGED, i, i + 1)
    return text
