"""Plots: the palette, the style and the helpers that all figures share.

Matplotlib is an optional dependency. It is imported only when something is drawn.

The colours are those of Okabe and Ito (2008): readers with any kind of colour vision can tell them
apart. Each series also has its own marker or line style.
"""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Callable
from typing import Any, Literal

GREY = "#444444"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", GREY)
INSTALL = "plots need Matplotlib: pip install 'counterplay[figures]'"
NOTE_TEXT, SMALL_TEXT = 10.5, 9.5
PNG_DOTS_PER_INCH = 150
STYLE = {
    "figure.facecolor": "white",
    "font.family": "DejaVu Sans",
    "font.size": 12,
    "axes.titlesize": 13,
    "axes.labelsize": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#e4e4e4",
    "legend.frameon": False,
    "legend.fontsize": 11,
    "lines.linewidth": 1.8,
    "lines.markersize": 6.5,
    "errorbar.capsize": 4,
    "svg.hashsalt": "counterplay",
}


def can_plot() -> bool:
    """Return whether Matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def draw(
    title: str,
    size: tuple[float, float],
    plot: Callable[[Any], None],
    kind: Literal["svg", "png"] = "svg",
) -> bytes:
    """Return the picture that `plot(figure)` draws, `size` inches large.

    The same data gives the same bytes.
    """
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    options: dict[str, Any] = {"metadata": {"Date": None, "Creator": "counterplay"}}
    if kind == "png":
        options = {"metadata": {"Software": None}, "dpi": PNG_DOTS_PER_INCH}
    with matplotlib.rc_context(STYLE):
        layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12)
        figure = Figure(figsize=size, layout=layout)
        figure.suptitle(title, fontsize=15, fontweight="bold")
        plot(figure)
        data = io.BytesIO()
        figure.savefig(data, format=kind, **options)
    return data.getvalue()


def label(axes: Any, title: str, x: str, y: str) -> None:
    """Write the title and the axis labels."""
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)


def logarithmic(axes: Any, title: str, x: str, y: str) -> None:
    """Label the axes, with a logarithmic y axis and integers along the x axis."""
    label(axes, title, x, y)
    axes.set_yscale("log")
    integer_ticks(axes)


def integer_ticks(axes: Any) -> None:
    """Put ticks of the x axis at integers only."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def baseline(axes: Any, value: float, vertical: bool = False) -> None:
    """Draw a thin grey line at the value that the others are compared with."""
    line = axes.axvline if vertical else axes.axhline
    line(value, color=GREY, linewidth=1.2)


def note(axes: Any, text: str, at: tuple[float, float], **options: Any) -> None:
    """Write small text into the plot, grey unless `options` say otherwise."""
    axes.annotate(text, at, **{"fontsize": NOTE_TEXT, "color": GREY, **options})


def bars(axes: Any, groups: list[str], series: dict[str, list[float]], number: str) -> None:
    """Draw grouped bars, each with its value above it in the format `number`."""
    width = 0.8 / len(series)
    for i, (name, values) in enumerate(series.items()):
        centres = [g + (i - (len(series) - 1) / 2) * width for g in range(len(groups))]
        drawn = axes.bar(centres, values, width * 0.92, color=COLOURS[i], label=name)
        texts = [format(v, number) for v in values]
        axes.bar_label(drawn, texts, padding=2, fontsize=SMALL_TEXT)
    axes.set_xticks(range(len(groups)), groups)
    axes.grid(visible=False, axis="x")
