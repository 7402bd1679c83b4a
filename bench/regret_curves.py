"""Exploitability over time beside OpenSpiel's C++ solvers, on one game.

    python bench/regret_curves.py
    python bench/regret_curves.py --seconds 10 --csv curves.csv --plot docs/images/regret.svg

Each solver runs on one core for the same CPU time. At some moments its average strategy is judged
by an exact best response, which does not count. OpenSpiel's strategies are judged by OpenSpiel.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel
from regret import GAMES, exploitability, repeated

import counterplay as cp
from counterplay.experiments import plots
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.sampler import Sampler

Point = tuple[float, int, float]
"""CPU seconds, iterations, exploitability."""

STEP = 1.5
"""How much more CPU time has gone by when a strategy is judged again."""

FIRST = 0.001
OPENSPIEL = "OpenSpiel "


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="leduc", choices=GAMES)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time of each run (5)")
    parser.add_argument("--csv", type=Path, help="write all points to this file")
    parser.add_argument("--plot", type=Path, help="draw the curves: an SVG or PNG file")
    given = parser.parse_args()
    curves = measured(given.game, given.seconds)
    for name in (name for name in curves if not name.startswith(OPENSPIEL)):
        show(name, curves[name], curves.get(OPENSPIEL + name))
    if given.csv:
        write(given.csv, curves)
    if given.plot:
        given.plot.write_bytes(drawn(given.game, curves, given.plot.suffix[1:]))


def measured(name: str, seconds: float) -> dict[str, list[Point]]:
    """The curve of each solver."""
    parameters, other_name = GAMES[name]
    judge = Judge(cp.load(name.split()[0], **parameters))
    other = pyspiel.load_game(other_name)
    curves = {}
    for variant in ("cfr", "cfr+", "discounted"):
        run = Minimiser(judge.game, variant, judge.form)
        curves[variant] = curve(run.run, gap_of(judge, run), seconds)
    sampler = Sampler(judge.game, "external", memory=256)
    curves["external"] = curve(
        sampler.run, lambda: judge.judge(sampler.strategy()).exploitability, seconds
    )
    for variant, solver, step in (
        ("cfr", pyspiel.CFRSolver(other), "evaluate_and_update_policy"),
        ("cfr+", pyspiel.CFRPlusSolver(other), "evaluate_and_update_policy"),
        ("external", pyspiel.ExternalSamplingMCCFRSolver(other, seed=1), "run_iteration"),
    ):
        gap = their_gap(other, solver)
        curves[OPENSPIEL + variant] = curve(repeated(getattr(solver, step)), gap, seconds)
    return curves


def gap_of(judge: Judge, run: Minimiser) -> Callable[[], float]:
    """A function that says the exploitability of the average strategy so far."""
    return lambda: judge.quality(run.probabilities()).exploitability


def their_gap(game: Any, solver: Any) -> Callable[[], float]:
    """A function that says the exploitability of the average policy so far."""
    return lambda: exploitability(game, solver)


def curve(run: Callable[[int], object], gap: Callable[[], float], seconds: float) -> list[Point]:
    """Run until the CPU time is used, and judge now and then."""
    points, used, done, n, mark = list[Point](), 0.0, 0, 1, FIRST
    while used < seconds:
        began = time.process_time()
        run(n)
        used += time.process_time() - began
        done += n
        if used >= mark or used >= seconds:
            points.append((used, done, gap()))
            mark = max(mark, used) * STEP
        n = max(min(int((min(mark, seconds) - used) * done / max(used, 1e-9)), 4 * n), 1)
    return points


def show(name: str, ours: list[Point], others: list[Point] | None) -> None:
    """Print the speed and the exploitability at the end, and OpenSpiel's beside it."""
    used, done, gap = ours[-1]
    text = f"{name:10} {done / used:12,.0f} iterations/s, {gap:.2e} after {used:.1f} s"
    if others is not None:
        their_used, their_done, their_gap = others[-1]
        speed = their_done / their_used
        text += f"; OpenSpiel {speed:10,.1f} iterations/s, {their_gap:.2e}; "
        text += f"ratio {done / used / speed:.1f}"
    print(text, flush=True)


def write(path: Path, curves: dict[str, list[Point]]) -> None:
    """Write all points, one to a line."""
    with path.open("w", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(("solver", "cpu_seconds", "iterations", "exploitability"))
        for name, points in curves.items():
            for used, done, gap in points:
                lines.writerow((name, f"{used:.6f}", done, f"{gap:.6g}"))


def drawn(game: str, curves: dict[str, list[Point]], kind: str) -> bytes:
    """The curve of each solver: exploitability over CPU time. OpenSpiel's are dashed."""
    variants = [name for name in curves if not name.startswith(OPENSPIEL)]

    def plot(figure: Any) -> None:
        axes = figure.subplots()
        for name, points in curves.items():
            i = variants.index(name.removeprefix(OPENSPIEL))
            dashes = "--" if name.startswith(OPENSPIEL) else "-"
            seconds, gaps = [point[0] for point in points], [point[2] for point in points]
            axes.loglog(seconds, gaps, "osD^"[i] + dashes, color=plots.COLOURS[i], label=name,
                        markersize=4)  # fmt: skip
        title = "lines: counterplay; dashes: OpenSpiel's C++ solvers; one core"
        plots.label(axes, title, "CPU time, seconds", "exploitability, points per game")
        axes.legend(ncols=2)

    title = f"{game}: exploitability over time"
    return plots.draw(title, (8.5, 5.2), plot, "png" if kind == "png" else "svg")


if __name__ == "__main__":
    main()
