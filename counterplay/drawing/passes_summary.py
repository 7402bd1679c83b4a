"""Retrograde analysis of many states as a drawing: states by pass, and the longest win."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from counterplay.textbook.retrograde import OPEN, Passes

FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
FIXED = "'DejaVu Sans Mono', 'Liberation Mono', monospace"
INK, SOFT, COLOURS = "#1d1d1f", "#6b6b70", {"W": "#ffffff", "B": "#2b2b2f", OPEN: "#e8e8ec"}
MARGIN, TITLE, TALL, BAR, SPACE = 28, 64, 190, 30, 8
LETTER, ROW, GAP, ACROSS, NARROWEST = 10.0, 20, 26, 8, 122.0
"""The size of a letter and of a line of a state, the space between states, how many are in a row,
and the least width of one."""

Show = Callable[[Any], str]


def longest_win(passes: Passes) -> list[int]:
    """Return the states of best play from a state with the longest win, by their numbers."""
    decided = [(plies, i) for i, plies in enumerate(passes.distances) if plies is not None]
    if not decided:
        return []
    line = [max(decided, key=lambda pair: (pair[0], -pair[1]))[1]]
    while passes.successors[line[-1]]:
        line.append(next(to for to in passes.successors[line[-1]] if passes.keeps(line[-1], to)))
    return line


def summary_svg(passes: Passes, show: Show = str, title: str = "") -> str:
    """Return the states that each pass marks as bars, and the longest win state by state."""
    line = longest_win(passes)
    texts = [show(passes.states[i]).splitlines() for i in line]
    longest = max((len(row) for text in texts for row in text), default=0)
    wide = max(LETTER * longest + GAP, NARROWEST)
    tall = max((ROW * len(text) for text in texts), default=0) + 58
    bars, right = _bars(passes)
    across = min(len(line), ACROSS)
    width = max(right, MARGIN * 2 + across * wide, 480.0)
    start = TITLE + TALL + 76
    height = start + -(-len(line) // ACROSS) * tall + 10 if line else start
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img">',
        f"<title>{escape(title or 'Retrograde analysis')}</title>",
        f'<rect width="{width:.0f}" height="{height:.0f}" fill="#ffffff"/>',
        _text(MARGIN, 34, title, 20, bold=True),
        _text(MARGIN, TITLE, "States that each pass marks: W white, B black; grey stays ?", 14),
        *bars,
    ]
    if line:
        words = f"The longest win: best play for {len(line) - 1} plies"
        parts.append(_text(MARGIN, start - 16, words, 14, bold=True))
    for number, (i, text) in enumerate(zip(line, texts, strict=True)):
        x = MARGIN + number % ACROSS * wide
        y = start + number // ACROSS * tall + 18
        who = f"{passes.movers[i]} to move, {passes.distances[i]}" if passes.movers[i] else "end"
        parts.append(_text(x, y, who, 13, colour=SOFT))
        for row, letters in enumerate(text):
            parts.append(_text(x, y + 24 + ROW * row, letters, 16, font=FIXED))
    return "\n".join([*parts, "</svg>\n"])


def _bars(passes: Passes) -> tuple[list[str], float]:
    """Return a bar for each pass with its new marks, one for the open states, and the right end."""
    counts = [
        (str(n), {mark: sum(d == n and passes.marks[-1][i] == mark
                            for i, d in enumerate(passes.distances)) for mark in "WB"})
        for n in range(len(passes.marks))
    ]  # fmt: skip
    counts.append((OPEN, {OPEN: passes.marks[-1].count(OPEN)}))
    most = max(sum(by.values()) for _, by in counts) or 1
    bottom = TITLE + TALL + 20
    parts = []
    for column, (head, by) in enumerate(counts):
        x, y = MARGIN + column * (BAR + SPACE), float(bottom)
        for mark, number in by.items():
            high = (TALL - 30) * number / most
            y -= high
            if number:
                parts.append(
                    f'<rect x="{x}" y="{y:.1f}" width="{BAR}" height="{high:.1f}" '
                    f'fill="{COLOURS[mark]}" stroke="{INK}" stroke-width="1.2"/>'
                )
        parts.append(_text(x + BAR / 2, y - 5, f"{sum(by.values()):,}", 10, anchor="middle"))
        parts.append(_text(x + BAR / 2, bottom + 16, head, 12, colour=SOFT, anchor="middle"))
    return parts, 2.0 * MARGIN + len(counts) * (BAR + SPACE)


def _text(
    x: float,
    y: float,
    text: str,
    size: int,
    *,
    colour: str = INK,
    anchor: str = "start",
    font: str = FONT,
    bold: bool = False,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-family="{font}" font-size="{size}"{weight} '
        f'text-anchor="{anchor}" fill="{colour}" xml:space="preserve">{escape(text)}</text>'
    )
