"""The curve of TD-Gammon: points per game against pubeval, over the games of training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counterplay.experiments.plots import COLOURS, baseline, draw, label

MARKERS = ("o", "s", "^", "D", "v", "P", "X")
SIZE = (8.0, 4.8)

Point = tuple[int, float, float]
"""Games, points per game, and the standard error."""


def curve(runs: Mapping[str, Sequence[Point]]) -> bytes:
    """The picture, as SVG: a line for each run, with bars of two standard errors."""

    def plot(figure: Any) -> None:
        axes = figure.subplots()
        label(axes, "", "games of self-play", "points per game against pubeval")
        if len({games for points in runs.values() for games, _, _ in points}) > 1:
            axes.set_xscale("log")  # a single point at 10 or 100 has no logarithmic axis
        baseline(axes, 0.0)
        for i, (name, points) in enumerate(runs.items()):
            games, scores, errors = zip(*points, strict=True)
            axes.errorbar(
                games, scores, [2 * error for error in errors], label=name,
                color=COLOURS[i % len(COLOURS)], marker=MARKERS[i % len(MARKERS)], markersize=4.5,
            )  # fmt: skip
        axes.legend(loc="lower right")

    return draw("TD-Gammon learns backgammon from itself", SIZE, plot)
