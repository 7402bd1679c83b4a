"""The table as bars: how many nodes each variant takes beside the baseline, and what Elo it loses.

Matplotlib is an extra, and loaded only to draw.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from counterplay.core.game.errors import InputError
from counterplay.experiments.ablation.result import Ablation, Row, ratio_text
from counterplay.experiments.plots import COLOURS, INSTALL, STYLE, can_plot

FORMATS = (".svg", ".png")
WIDTH, HEIGHT_OF_ROW, HEIGHT_OF_REST = 8.0, 0.42, 1.9


def refuse_plot(file: Path) -> None:
    """Refuse a plot that could not be made in the end."""
    if file.suffix not in FORMATS:
        raise InputError(f"{file}: a plot is a file that ends in {' or '.join(FORMATS)}")
    if not can_plot():
        raise InputError(INSTALL)
    if not file.parent.is_dir():
        raise InputError(f"{file} cannot be written: there is no folder {file.parent}")


def write_plot(file: Path, ablation: Ablation) -> None:
    """Draw the table into a file, the same bytes for the same table."""
    try:
        file.write_bytes(render(ablation, file.suffix.removeprefix(".")))
    except OSError as error:
        raise InputError(f"{file} cannot be written: {error.strerror}") from None


def render(ablation: Ablation, kind: str) -> bytes:
    """The plot as an SVG or a PNG."""
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    rows = sorted(ablation.rows, key=lambda row: row.nodes_ratio)
    played = any(row.match is not None for row in rows)
    with matplotlib.rc_context(STYLE):
        layout = ConstrainedLayoutEngine(w_pad=0.12, h_pad=0.12)
        height = HEIGHT_OF_REST + HEIGHT_OF_ROW * max(len(rows), 2)
        figure = Figure(figsize=(WIDTH * (1.5 if played else 1), height), layout=layout)
        figure.suptitle(title(ablation), fontsize=15, fontweight="bold")
        axes = figure.subplots(1, 2 if played else 1, sharey=True, squeeze=False)[0]
        draw_nodes(axes[0], rows)
        if played:
            draw_elo(axes[1], rows)
        data, metadata = io.BytesIO(), {"Date": None, "Creator": "counterplay"}
        figure.savefig(
            data, format=kind, dpi=150, metadata=metadata if kind == "svg" else {"Software": None}
        )
    return data.getvalue()


def title(ablation: Ablation) -> str:
    how = "exact search" if ablation.depth is None else f"search to depth {ablation.depth}"
    return f"{ablation.game}: {how} with a technique switched"


def draw_nodes(axes: Any, rows: list[Row]) -> None:
    """A bar for each variant from 1, the baseline; one that was stopped is drawn hatched."""
    from matplotlib.ticker import LogLocator, NullFormatter

    names = [row.name for row in rows]
    ratios = [row.nodes_ratio for row in rows]
    bars = axes.barh(range(len(rows)), [r - 1 for r in ratios], 0.7, left=1)
    for bar, row in zip(bars, rows, strict=True):
        right = row.nodes_ratio >= 1
        bar.set(facecolor=COLOURS[0] if right else COLOURS[1], edgecolor="white")
        if row.stopped:
            bar.set(hatch="//")
        axes.annotate(
            ratio_text(row, row.nodes_ratio),
            (row.nodes_ratio, bar.get_y() + bar.get_height() / 2),
            (4 if right else -4, 0),
            textcoords="offset points",
            va="center",
            ha="left" if right else "right",
            fontsize=9.5,
        )
    axes.set_xscale("log")
    axes.set_xlim(min([1.0, *ratios]) / 1.6, max([1.5, *ratios]) * 1.8)
    axes.axvline(1, color=COLOURS[6], linewidth=1)
    axes.set_yticks(range(len(rows)), names)
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:g}")
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("nodes, the baseline's = 1")
    axes.grid(visible=False, axis="y")


def draw_elo(axes: Any, rows: list[Row]) -> None:
    """What the match says that the switch loses, with its 95 % interval."""
    for place, row in enumerate(rows):
        if row.match is None or row.match.elo_error is None:
            continue  # not played, or a clean score, which bounds the difference on one side only
        low, elo, high = row.match.elo_low, row.match.elo, row.match.elo_high
        assert low is not None and elo is not None and high is not None
        axes.errorbar(elo, place, xerr=[[elo - low], [high - elo]], fmt="o", color=COLOURS[0])
    axes.axvline(0, color=COLOURS[6], linewidth=1)
    axes.set_xlabel("Elo lost (95 %)")
    axes.grid(visible=False, axis="y")
