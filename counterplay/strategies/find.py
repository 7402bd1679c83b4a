"""Find an equilibrium: iterations of regret minimisation until the strategy is good enough."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

from counterplay.core.data_files import exists
from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.table_file import used_by_one
from counterplay.strategies.holdem.blueprint import Blueprint
from counterplay.strategies.holdem.buckets import BY_DEFAULT as BUCKETS
from counterplay.strategies.holdem.find import GAMES, find_blueprint, is_holdem
from counterplay.strategies.judge import Judge, Quality
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.sampler import SAMPLED, Sampler
from counterplay.strategies.sequence_form import sequence_form
from counterplay.strategies.store import resume_run, save_run
from counterplay.strategies.strategy import Strategy
from counterplay.strategies.variants import BY_DEFAULT, VARIANTS

FIRST_ROUND = 10
"""The iterations before the strategy is first judged. Each round is a half longer than the last."""

SAVE_SECONDS = 10.0
"""How often a run is saved, if it has a file."""

MOST_JUDGED = 2_000_000
"""The most ended games of a tree in which sampled strategies are judged."""

MOST_THREADS = 256

TOLERANCE = 1e-3
"""The exploitability at which a run ends, unless another is asked for: payoff per game."""


@dataclass(frozen=True)
class Progress:
    """Where a run is: the iterations and seconds so far, and the quality if it is known."""

    iterations: int
    seconds: float
    quality: Quality | None


Report = Callable[[Progress], None]


def equilibrium(
    game: Game,
    *,
    variant: str = BY_DEFAULT,
    exploitability: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    memory: int = 512,
    seed: int = 1,
    run_file: str | Path | None = None,
    buckets: Sequence[int] | None = None,
    threads: int | None = None,
    stop: threading.Event | None = None,
    report: Report | None = None,
) -> Strategy | Blueprint:
    """A strategy of all players that comes near an equilibrium, by regret minimisation.

    It ends when no player gains more than `exploitability` on average by the best response (0.001
    if no limit is given), or after so many `iterations` or `seconds`, whatever comes first. With
    two players and a constant total, it comes as near an equilibrium as you like; with more
    players, nothing is promised, but `exploitability` says how good it is.

    `variant` is cfr, cfr+, linear or discounted, which go through the whole game; or external or
    chance, which sample it, with `memory` megabytes for information sets and a `seed`. A `run_file`
    keeps the run: if it exists, the run goes on.

    Hold'em is too large for that. Its hands are put into `buckets` on the flop, turn and river, and
    `threads` (all cores) minimise regrets over these and the bets: the result is a blueprint.

    >>> import counterplay as cp
    >>> strategy = cp.equilibrium("kuhn")
    >>> round(strategy.about["payoffs"][0], 3)
    -0.056
    """
    _require(exploitability, iterations, seconds)
    if is_holdem(game):
        if exploitability is not None or variant not in (BY_DEFAULT, "external"):
            raise InputError(
                f"a blueprint of {game.name} is made by external sampling, and its exploitability "
                "is not known: leave out variant and exploitability"
            )
        with _used_alone(run_file):
            return _blueprint(
                game, buckets, iterations, seconds, threads, seed, run_file, stop, report
            )
    for name, given in (("buckets", buckets), ("threads", threads)):
        if given is not None:
            raise InputError(f"{name} are for games of hold'em: {', '.join(GAMES)}")
    wanted = exploitability
    if exploitability is None and iterations is None and seconds is None:
        wanted = TOLERANCE
    judge, run = _begun(game, variant, memory, seed)
    path = None if run_file is None else Path(run_file)
    with _used_alone(path):
        return _minimised(run, judge, wanted, iterations, seconds, path, stop, report)


@contextmanager
def _used_alone(run_file: str | Path | None) -> Iterator[None]:
    """Only one process at a time goes on with the run in a file."""
    with nullcontext() if run_file is None else used_by_one(Path(run_file)):
        yield


def _minimised(
    run: Minimiser | Sampler,
    judge: Judge | None,
    wanted: float | None,
    iterations: int | None,
    seconds: float | None,
    path: Path | None,
    stop: threading.Event | None,
    report: Report | None,
) -> Strategy:
    """The strategy of a run that goes on until a limit is reached."""
    if path is not None and exists(path):
        resume_run(run, path)
    began = saved = time.monotonic()
    length, quality = FIRST_ROUND, _quality(judge, run)
    if quality is None and iterations is None and seconds is None:
        raise InputError(
            f"{run.game.name} is too large to say how good a strategy is: give a limit, iterations "
            "or seconds"
        )
    while True:
        gone = time.monotonic() - began
        is_over = (
            (wanted is not None and quality is not None and quality.exploitability <= wanted)
            or (iterations is not None and run.iterations >= iterations)
            or (seconds is not None and gone >= seconds)
            or (stop is not None and stop.is_set())
        )
        if path is not None and (is_over or time.monotonic() - saved > SAVE_SECONDS):
            save_run(run, path)
            saved = time.monotonic()
        if is_over:
            return _described(run, quality)
        left = length if iterations is None else min(length, iterations - run.iterations)
        until = None if seconds is None else began + seconds
        saved = _one_round(run, left, until, stop, path, saved)
        length += length // 2
        quality = _quality(judge, run)
        if report is not None:
            report(Progress(run.iterations, time.monotonic() - began, quality))


def _blueprint(
    game: Game,
    buckets: Sequence[int] | None,
    iterations: int | None,
    seconds: float | None,
    threads: int | None,
    seed: int,
    run_file: str | Path | None,
    stop: threading.Event | None,
    report: Report | None,
) -> Blueprint:
    """A blueprint of hold'em. Its exploitability is not known, so there must be another limit."""
    if iterations is None and seconds is None:
        raise InputError(
            f"{game.name} is too large to say how good a strategy is: give a limit, iterations or "
            "seconds"
        )
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise InputError(f"threads={threads} is out of range: 1 to {MOST_THREADS}")
    return find_blueprint(
        game,
        buckets=buckets or BUCKETS,
        iterations=iterations,
        seconds=seconds,
        threads=threads or os.cpu_count() or 1,
        seed=seed,
        run_file=None if run_file is None else Path(run_file),
        stop=stop,
        report=None if report is None else lambda n, gone: report(Progress(n, gone, None)),
    )


def _one_round(
    run: Minimiser | Sampler,
    iterations: int,
    until: float | None,
    stop: threading.Event | None,
    path: Path | None,
    saved: float,
) -> float:
    """Make iterations, and save the run now and then; return when it was saved last."""
    target = run.iterations + iterations
    while run.iterations < target and not (stop is not None and stop.is_set()):
        now = time.monotonic()
        if until is not None and now >= until:
            break
        if path is not None and now - saved > SAVE_SECONDS:
            save_run(run, path)
            saved = now
        slices = [] if path is None else [max(saved + SAVE_SECONDS - now, 0.05)]
        slices += [] if until is None else [until - now]
        run.run(target - run.iterations, min(slices, default=None), stop)
    return saved


def _begun(
    game: Game, variant: str, memory: int, seed: int
) -> tuple[Judge | None, Minimiser | Sampler]:
    """A new run, and a judge of its strategy if the game is small enough for one."""
    if variant in VARIANTS:
        judge = Judge(game)
        return judge, Minimiser(game, variant, judge.form)
    if variant not in SAMPLED:
        raise InputError(f"variant={variant!r} is not one of: {', '.join((*VARIANTS, *SAMPLED))}")
    run = Sampler(game, variant, memory, seed)
    try:
        return Judge(game, sequence_form(game, MOST_JUDGED)), run
    except UnfitError:
        return None, run


def _quality(judge: Judge | None, run: Minimiser | Sampler) -> Quality | None:
    """How good the strategy of a run is so far; None without a judge."""
    if judge is None:
        return None
    if isinstance(run, Minimiser):
        return judge.quality(run.probabilities())
    return judge.judge(run.strategy())


def _require(exploitability: float | None, iterations: int | None, seconds: float | None) -> None:
    """Refuse limits that no run can have."""
    for name, number in (("exploitability", exploitability), ("seconds", seconds)):
        if number is not None and not (isfinite(number) and number > 0):
            raise InputError(f"{name}={number} must be a number above 0")
    if iterations is not None and iterations < 1:
        raise InputError(f"iterations={iterations} must be 1 or more")


def _described(run: Minimiser | Sampler, quality: Quality | None) -> Strategy:
    """The average strategy of a run, with how it was made and how good it is."""
    about: dict[str, Any] = {"variant": run.variant_name, "iterations": run.iterations}
    if quality is not None:
        about |= {"payoffs": list(quality.payoffs), "exploitability": quality.exploitability}
    return replace(run.strategy(), about=about)
