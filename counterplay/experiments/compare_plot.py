"""A plot of a comparison: the leaves, nodes and table hits of each algorithm as bars."""

from __future__ import annotations

from typing import Any, Literal

from counterplay.core.game.errors import InputError
from counterplay.experiments.compare import Comparison
from counterplay.experiments.plots import INSTALL, bars, can_plot, draw

WIDTH_OF_ONE, LEAST_WIDTH, HEIGHT, TURNED = 1.3, 6.0, 4.5, 6
SPREAD = 50
"""From this ratio of the largest count to the smallest on, the scale is logarithmic."""


def plot(comparison: Comparison, kind: Literal["svg", "png"] = "svg") -> bytes:
    """Return the picture. Raises InputError without Matplotlib, or if nothing can be drawn."""
    rows = comparison.answers
    if not can_plot():
        raise InputError(INSTALL)
    if not rows:
        raise InputError("no algorithm gave an answer: there is nothing to plot")
    series = {
        "leaves evaluated": [float(row.leaves) for row in rows],
        "nodes": [float(row.nodes) for row in rows],
    }
    if any(row.hits for row in rows):
        series["table hits"] = [float(row.hits) for row in rows]

    def fill(figure: Any) -> None:
        axes = figure.subplots()
        bars(axes, [row.name.replace(": ", "\n") for row in rows], series, ",.0f")
        axes.set_ylabel("states")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=len(series))
        counts = [count for values in series.values() for count in values if count]
        if max(counts) > SPREAD * min(counts):
            axes.set_yscale("symlog")
        if len(rows) > TURNED:
            axes.tick_params(axis="x", rotation=25)

    width = max(LEAST_WIDTH, WIDTH_OF_ONE * len(rows) + 1)
    return draw(comparison.title, (width, HEIGHT), fill, kind)
