"""The learning curve of a course as a picture: losses by epoch, scores by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, MIDDLE, BOTTOM = 70, 20, 50, 250, 380
"""The edges of the plots; the losses are above MIDDLE, the scores below."""

GAP = 40
TRAINING, VALIDATION, KEPT, DROPPED = "#7a8aa0", "#c2410c", "#15803d", "#9ca3af"
BARS = "▁▂▃▄▅▆▇█"
PICTURE = "learning.svg"
"""The file of the picture, in the folder of a course."""


@dataclass(frozen=True)
class Learned:
    """A round: its losses by epoch, and the score of its match with its 95 % interval."""

    training: Sequence[float]
    validation: Sequence[float]
    score: float | None = None
    low: float | None = None
    high: float | None = None
    is_better: bool = False


def sparkline(values: Sequence[float]) -> str:
    """The values as a row of bars, the largest the highest."""
    least, most = min(values), max(values)
    step = (most - least) / (len(BARS) - 1) or 1.0
    return "".join(BARS[round((value - least) / step)] for value in values)


def curve(game: str, rounds: Sequence[Learned]) -> str:
    """The picture, as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, 22, f"{game}: what was learned", size=15),
        _text(WIDTH - RIGHT, 22, "training", TRAINING, "end"),
        _text(WIDTH - RIGHT - 70, 22, "held-back games", VALIDATION, "end"),
        *_losses(rounds),
        *_scores(rounds),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _text(
    x: float, y: float, words: str, fill: str = "#111", end: str = "start", size: int = 12
) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{end}" font-size="{size}"'
    return f"<text {place}>{escape(words)}</text>"


def _edges(rounds: Sequence[Learned]) -> list[tuple[float, float]]:
    """The left and the right edge of each round."""
    width = (WIDTH - LEFT - RIGHT) / max(len(rounds), 1)
    return [(LEFT + i * width, LEFT + (i + 1) * width) for i in range(len(rounds))]


def _losses(rounds: Sequence[Learned]) -> list[str]:
    """A line for each round's losses, all on one scale."""
    every = [loss for r in rounds for loss in (*r.training, *r.validation)]
    if not every:
        return []
    least, most = min(every), max(every)
    span = (most - least) or 1.0
    bottom = MIDDLE - GAP
    parts = [
        _text(LEFT - 8, TOP + 4, f"{most:.4f}", end="end"),
        _text(LEFT - 8, bottom + 4, f"{least:.4f}", end="end"),
        _text(LEFT - 8, (TOP + bottom) / 2, "loss", end="end"),
    ]
    for (left, right), done in zip(_edges(rounds), rounds, strict=True):
        parts.append(f'<path d="M{left:.1f} {TOP} V{BOTTOM}" stroke="#ddd"/>')
        for losses, colour in ((done.training, TRAINING), (done.validation, VALIDATION)):
            step = (right - left - 8) / max(len(losses) - 1, 1)
            points = [
                f"{left + 4 + i * step:.1f},{bottom - (loss - least) / span * (bottom - TOP):.1f}"
                for i, loss in enumerate(losses)
            ]
            line = f'fill="none" stroke="{colour}" stroke-width="2"'
            parts.append(f'<polyline points="{" ".join(points)}" {line}/>')
    return parts


def _scores(rounds: Sequence[Learned]) -> list[str]:
    """A dot with its interval for each round's match. Kept networks are filled."""

    def height(score: float) -> float:
        return BOTTOM - score * (BOTTOM - MIDDLE)

    parts = [
        _text(LEFT - 8, height(share) + 4, f"{share:.0%}", end="end") for share in (0.0, 0.5, 1.0)
    ]
    end = WIDTH - RIGHT
    parts.append(f'<path d="M{LEFT} {height(0.5)} H{end}" stroke="#999" stroke-dasharray="4 4"/>')
    parts.append(_text(LEFT - 8, height(0.75) + 4, "score", end="end"))
    for number, ((left, right), done) in enumerate(zip(_edges(rounds), rounds, strict=True), 1):
        x, colour = (left + right) / 2, KEPT if done.is_better else DROPPED
        parts.append(_text(x, BOTTOM + 20, f"round {number}", end="middle"))
        if done.score is None:
            continue
        if done.low is not None and done.high is not None:
            ends = f"M{x:.1f} {height(done.low):.1f} V{height(done.high):.1f}"
            parts.append(f'<path d="{ends}" stroke="{colour}" stroke-width="2"/>')
        dot = f'cx="{x:.1f}" cy="{height(done.score):.1f}" r="5" stroke="{colour}" stroke-width="2"'
        parts.append(f'<circle {dot} fill="{colour if done.is_better else "white"}"/>')
        words = f"{done.score:.0%}, {'kept' if done.is_better else 'not kept'}"
        parts.append(_text(x + 9, height(done.score) - 6, words, colour))
    return parts
