"""A claim: how it is measured, and how the result is shown.

A measurement returns plain data (a frozen dataclass). The tables, the caption and the plot are made
from this data alone, so tests check the data and not the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float
Watch: TypeAlias = Callable[[float], None]
"""watch(share): called with the finished share of a measurement, from 0 to 1."""

NORMAL_95 = 1.96

FEW = " So few games only show that the command works."
"""The end of a caption if a quick measurement has fewer games than `ENOUGH_GAMES`."""
ENOUGH_GAMES = 20


def unwatched(share: float) -> None:
    """Ignore the progress."""


@dataclass(frozen=True)
class Table:
    """Headings and rows; `name` is the name of its files."""

    name: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Claim:
    """One claim of the chapter.

    name      the name on the command line
    title     the claim as a headline
    text      the claim in one or two sentences, with its source
    measure   measure(quick, watch) returns the data
    caption   caption(data) returns the claim with the measured numbers
    tables    tables(data) returns the tables
    plot      plot(data, figure) draws on a Matplotlib figure of `size` inches
    pictures  pictures(data) returns SVG files by name, if no plot is needed
    """

    name: str
    title: str
    text: str
    measure: Callable[[bool, Watch], Any]
    caption: Callable[[Any], str]
    tables: Callable[[Any], list[Table]]
    plot: Callable[[Any, Any], None] | None = None
    size: tuple[float, float] = (8.0, 4.8)
    pictures: Callable[[Any], Mapping[str, str]] | None = None


@dataclass(frozen=True)
class Estimate:
    """A mean, and half the width of its 95 % interval."""

    mean: float
    error: float
    count: int

    def __str__(self) -> str:
        return f"{self.mean:.3g} ± {self.error:.2g}"


def estimate(values: list[float]) -> Estimate:
    """Return the mean of independent measurements with its 95 % interval."""
    if len(values) < 2:
        return Estimate(mean(values), 0.0, len(values))
    return Estimate(mean(values), NORMAL_95 * stdev(values) / sqrt(len(values)), len(values))


def slope(xs: list[float], ys: list[float]) -> tuple[float, float]:
    """Return the slope and the intercept of the least-squares line through points."""
    middle_x, middle_y = mean(xs), mean(ys)
    rise = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    run = sum((x - middle_x) ** 2 for x in xs)
    return rise / run, middle_y - rise / run * middle_x
