"""What a claim is: how it is measured, and how what was measured is shown.

A claim is measured once, into plain data (a frozen dataclass). Its tables, its caption and its
plot are made from that data alone, so that tests look at the data and not at the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float
Watch: TypeAlias = Callable[[float], None]
"""Told the share of a measurement that is done, from 0 to 1."""

NORMAL_95 = 1.96


def unwatched(share: float) -> None:
    """Nobody looks on."""


@dataclass(frozen=True)
class Table:
    """Headings and rows; `name` is that of its files."""

    name: str
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Claim:
    """One claim of the chapter.

    title     the claim, as a headline
    text      the claim in a sentence or two, with who made it
    measure   measure(quick, watch): the data
    caption   caption(data): the claim with the numbers that were measured
    tables    tables(data)
    plot      plot(data, figure): draws on a Matplotlib figure of `size` inches
    pictures  pictures(data): finished SVG files by name, where no plot is needed
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
    """A mean, with half the width of its 95 % interval."""

    mean: float
    error: float
    count: int

    def __str__(self) -> str:
        return f"{self.mean:.3g} ± {self.error:.2g}"


def estimate(values: list[float]) -> Estimate:
    """The mean of independent measurements and how sure it is."""
    if len(values) < 2:
        return Estimate(mean(values), 0.0, len(values))
    return Estimate(mean(values), NORMAL_95 * stdev(values) / sqrt(len(values)), len(values))


def slope(xs: list[float], ys: list[float]) -> tuple[float, float]:
    """The straight line through points by least squares: its slope, and its height at 0."""
    middle_x, middle_y = mean(xs), mean(ys)
    rise = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    run = sum((x - middle_x) ** 2 for x in xs)
    return rise / run, middle_y - rise / run * middle_x
