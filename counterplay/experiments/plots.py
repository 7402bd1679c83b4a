"""How plots look: one palette, one font, no clutter. Matplotlib is loaded only to draw.

The colours are those of Okabe and Ito (2008), which people with any kind of colour vision can
tell apart; every series has a marker or a line style of its own besides.
"""

from __future__ import annotations

import importlib.util
import io
from typing import Any

from counterplay.experiments.figures.claim import Claim

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#444444")
INSTALL = "plots need Matplotlib: pip install 'counterplay[figures]'"
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
    """Whether Matplotlib, an extra, is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def render(claim: Claim, data: Any) -> str:
    """The plot of a claim as SVG, the same text for the same data."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    assert claim.plot is not None
    with matplotlib.rc_context(STYLE):
        layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12)
        figure = Figure(figsize=claim.size, layout=layout)
        figure.suptitle(claim.title, fontsize=15, fontweight="bold")
        claim.plot(data, figure)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": "counterplay"})
    return text.getvalue()


def label(axes: Any, title: str, x: str, y: str) -> None:
    """The words around one pair of axes."""
    axes.set_title(title)
    axes.set_xlabel(x)
    axes.set_ylabel(y)


def logarithmic(axes: Any, title: str, x: str, y: str) -> None:
    """Counts that grow exponentially, over a whole number."""
    label(axes, title, x, y)
    axes.set_yscale("log")
    whole(axes)


def whole(axes: Any) -> None:
    """Only whole numbers along the bottom."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def bars(axes: Any, groups: list[str], series: dict[str, list[float]], shown: str) -> None:
    """Bars side by side for each group, each with its number above it in the format `shown`."""
    width = 0.8 / len(series)
    for i, (name, values) in enumerate(series.items()):
        places = [g + (i - (len(series) - 1) / 2) * width for g in range(len(groups))]
        drawn = axes.bar(places, values, width * 0.92, color=COLOURS[i], label=name)
        axes.bar_label(drawn, [format(v, shown) for v in values], padding=2, fontsize=9.5)
    axes.set_xticks(range(len(groups)), groups)
    axes.grid(visible=False, axis="x")
