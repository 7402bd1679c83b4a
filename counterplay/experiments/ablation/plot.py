"""The ablation table as a bar plot: nodes relative to the baseline, and the Elo lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from counterplay.core.data_files import is_folder, replace_file
from counterplay.core.game.errors import InputError
from counterplay.experiments.ablation.result import Ablation, Row, ratio_text
from counterplay.experiments.plots import COLOURS, INSTALL, SMALL_TEXT, baseline, can_plot, draw

FORMATS: dict[str, Literal["svg", "png"]] = {".svg": "svg", ".png": "png"}
WIDTH, HEIGHT_OF_ROW, HEIGHT_OF_REST = 8.0, 0.42, 1.9


def refuse_plot(file: Path) -> None:
    """Refuse a file that the plot cannot be written to, before the measurement starts."""
    if file.suffix not in FORMATS:
        raise InputError(f"{file}: the name of a plot must end in {' or '.join(FORMATS)}")
    if not can_plot():
        raise InputError(INSTALL)
    if not is_folder(file.parent):
        raise InputError(f"{file} cannot be written: there is no folder {file.parent}")


def write_plot(file: Path, ablation: Ablation) -> None:
    """Write the plot to a file. The same table gives the same bytes."""
    replace_file(file, render(ablation, FORMATS[file.suffix]))


def render(ablation: Ablation, kind: Literal["svg", "png"]) -> bytes:
    """Return the plot as an SVG or a PNG."""
    rows = sorted(ablation.rows, key=lambda row: row.nodes_ratio)
    played = any(row.match is not None for row in rows)
    height = HEIGHT_OF_REST + HEIGHT_OF_ROW * max(len(rows), 2)

    def plot(figure: Any) -> None:
        axes = figure.subplots(1, 2 if played else 1, sharey=True, squeeze=False)[0]
        draw_nodes(axes[0], rows)
        if played:
            draw_elo(axes[1], rows)

    return draw(title(ablation), (WIDTH * (1.5 if played else 1), height), plot, kind)


def title(ablation: Ablation) -> str:
    how = "exact search" if ablation.depth is None else f"search to depth {ablation.depth}"
    return f"{ablation.game}: {how} with a technique switched"


def draw_nodes(axes: Any, rows: list[Row]) -> None:
    """Draw one bar for each variant, starting at 1, the baseline. Stopped variants are hatched."""
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
            fontsize=SMALL_TEXT,
        )
    axes.set_xscale("log")
    axes.set_xlim(min([1.0, *ratios]) / 1.6, max([1.5, *ratios]) * 1.8)
    baseline(axes, 1, vertical=True)
    axes.set_yticks(range(len(rows)), names)
    axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axes.xaxis.set_major_formatter(lambda value, place: f"{value:g}")
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("nodes (baseline = 1)")
    axes.grid(visible=False, axis="y")


def draw_elo(axes: Any, rows: list[Row]) -> None:
    """Draw the Elo that each variant loses against the baseline, with its 95 % interval."""
    for place, row in enumerate(rows):
        if row.match is None or row.match.elo_error is None:
            continue  # no match, or all games won, which bounds the difference only on one side
        low, elo, high = row.match.elo_low, row.match.elo, row.match.elo_high
        assert low is not None and elo is not None and high is not None
        axes.errorbar(elo, place, xerr=[[elo - low], [high - elo]], fmt="o", color=COLOURS[0])
    baseline(axes, 0, vertical=True)
    axes.set_xlabel("Elo lost (95 %)")
    axes.grid(visible=False, axis="y")
