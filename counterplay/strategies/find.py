"""Find an equilibrium: iterations of regret minimisation until the strategy is good enough."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from counterplay.core.data_files import exists
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.strategies.minimiser import Minimiser, Quality
from counterplay.strategies.store import resume_run, save_run
from counterplay.strategies.strategy import Strategy
from counterplay.strategies.variants import BY_DEFAULT

FIRST_ROUND = 10
"""The iterations before the strategy is first judged. Each round is a half longer than the last."""

SAVE_SECONDS = 10.0
"""How often a run is saved, if it has a file."""

TOLERANCE = 1e-3
"""The exploitability at which a run ends, unless another is asked for: payoff per game."""


@dataclass(frozen=True)
class Progress:
    """Where a run is: the iterations so far, their CPU and waiting time, and the quality."""

    iterations: int
    seconds: float
    quality: Quality


Report = Callable[[Progress], None]


def equilibrium(
    game: Game,
    *,
    variant: str = BY_DEFAULT,
    exploitability: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    run_file: str | Path | None = None,
    stop: threading.Event | None = None,
    report: Report | None = None,
) -> Strategy:
    """A strategy of all players that comes near an equilibrium, by regret minimisation.

    It ends when no player gains more than `exploitability` on average by the best response (0.001
    if no limit is given), or after so many `iterations` or `seconds`, whatever comes first. With
    two players and a constant total, it comes as near an equilibrium as you like; with more
    players, nothing is promised, but `exploitability` says how good it is. `variant` is cfr, cfr+,
    linear or discounted. A `run_file` keeps the run: if it exists, the run goes on.

    >>> import counterplay as cp
    >>> strategy = cp.equilibrium("kuhn")
    >>> round(strategy.about["payoffs"][0], 3)
    -0.056
    """
    _require(exploitability, iterations, seconds)
    wanted = exploitability
    if exploitability is None and iterations is None and seconds is None:
        wanted = TOLERANCE
    run = Minimiser(game, variant)
    path = None if run_file is None else Path(run_file)
    if path is not None and exists(path):
        resume_run(run, path)
    began = saved = time.monotonic()
    length, quality = FIRST_ROUND, run.quality()
    while True:
        gone = time.monotonic() - began
        is_over = (
            (wanted is not None and quality.exploitability <= wanted)
            or (iterations is not None and run.iterations >= iterations)
            or (seconds is not None and gone >= seconds)
            or (stop is not None and stop.is_set())
        )
        if path is not None and (is_over or time.monotonic() - saved > SAVE_SECONDS):
            save_run(run, path)
            saved = time.monotonic()
        if is_over:
            return _strategy(run, quality)
        left = length if iterations is None else min(length, iterations - run.iterations)
        run.run(left, None if seconds is None else seconds - gone, stop)
        length += length // 2
        quality = run.quality()
        if report is not None:
            report(Progress(run.iterations, time.monotonic() - began, quality))


def _require(exploitability: float | None, iterations: int | None, seconds: float | None) -> None:
    """Refuse limits that no run can have."""
    for name, number in (("exploitability", exploitability), ("seconds", seconds)):
        if number is not None and not (isfinite(number) and number > 0):
            raise InputError(f"{name}={number} must be a number above 0")
    if iterations is not None and iterations < 1:
        raise InputError(f"iterations={iterations} must be 1 or more")


def _strategy(run: Minimiser, quality: Quality) -> Strategy:
    """The average strategy of a run, with how it was made and how good it is."""
    about = {
        "variant": run.variant_name,
        "iterations": run.iterations,
        "payoffs": list(quality.payoffs),
        "exploitability": quality.exploitability,
    }
    return Strategy.of(run.game, run.form, run.average_strategy(), about)
