"""Find a blueprint: put hands into buckets, then minimise regrets until a limit is reached."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from counterplay.core.data_files import exists
from counterplay.core.game.game import Game
from counterplay.strategies.holdem.blueprint import Blueprint, as_weights
from counterplay.strategies.holdem.bucket_store import kept_tables
from counterplay.strategies.holdem.buckets import (
    BY_DEFAULT,
    Bucket,
    Buckets,
    make_buckets,
)
from counterplay.strategies.holdem.store import resume_training, save_training
from counterplay.strategies.holdem.trainer import Trainer, without_rare_moves

GAMES = ("limit_holdem", "no_limit_holdem")
SAVE_SECONDS = 60.0
"""How often a training is saved, if it has a file."""

RARE = 0.04
"""Moves that are less likely than this are left out of a blueprint. It must be below 1 / 24, the
least of the highest probability of a row."""

ROUND = 20_000
"""The iterations between two reports."""

Report = Callable[[int, float], None]
"""Called with the iterations and seconds so far."""


def is_holdem(game: Game) -> bool:
    """Whether blueprints can be made of a game."""
    return game.is_built_in and game.name in GAMES


def find_blueprint(
    game: Game,
    *,
    buckets: Sequence[int] = BY_DEFAULT,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int = 1,
    run_file: Path | None = None,
    stop: threading.Event | None = None,
    report: Report | None = None,
) -> Blueprint:
    """A strategy of hold'em by regret minimisation over the betting tree and buckets of hands.

    It ends after so many `iterations` or `seconds` of training; the buckets take some minutes
    before, the first time. A `run_file` keeps the training: if it exists, it goes on. With one
    thread the same seed and iterations give the same strategy.
    """
    sizes = tuple(buckets) * 3 if len(buckets) == 1 else tuple(buckets)
    trainer = _begun(game, sizes, threads, seed, run_file, stop)
    began = saved = time.monotonic()
    while True:
        gone = time.monotonic() - began
        is_over = (
            (iterations is not None and trainer.iterations >= iterations)
            or (seconds is not None and gone >= seconds)
            or (stop is not None and stop.is_set())
        )
        if run_file is not None and (is_over or time.monotonic() - saved > SAVE_SECONDS):
            save_training(trainer, run_file)
            saved = time.monotonic()
        if is_over:
            return blueprint_of(trainer)
        left = ROUND if iterations is None else min(ROUND, iterations - trainer.iterations)
        trainer.run(left, None if seconds is None else seconds - gone, stop)
        if report is not None:
            report(trainer.iterations, time.monotonic() - began)


def _begun(
    game: Game,
    sizes: tuple[int, ...],
    threads: int,
    seed: int,
    run_file: Path | None,
    stop: threading.Event | None,
) -> Trainer:
    """A new training, or the one in a file."""

    def tables(buckets: Buckets) -> tuple[Bucket, Bucket]:
        return kept_tables(buckets, threads, stop)

    if run_file is not None and exists(run_file):
        return resume_training(game, run_file, threads, sizes, tables)
    made = rounded(make_buckets(sizes, seed))
    return Trainer(game, made, tables(made), threads, seed)


def rounded(buckets: Buckets) -> Buckets:
    """The buckets with centres that a file can store exactly."""
    flop, turn = (x.astype(np.float32).astype(np.float64) for x in (buckets.flop, buckets.turn))
    return Buckets(flop, turn, buckets.river)


def blueprint_of(trainer: Trainer) -> Blueprint:
    """The average strategy of a training."""
    about = {"variant": "external", "iterations": trainer.iterations}
    nodes, sizes = trainer.tree.nodes, trainer.buckets.sizes
    weights = as_weights(without_rare_moves(nodes, sizes, trainer.probabilities(), RARE))
    return Blueprint(trainer.game, trainer.buckets, trainer.tree, weights, about)
