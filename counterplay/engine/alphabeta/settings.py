"""The settings of alpha-beta: a switch for each technique, and numbers."""

from __future__ import annotations

import dataclasses
from typing import Any

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta import numbers
from counterplay.engine.alphabeta.techniques import ROWS, TECHNIQUES
from counterplay.engine.settings import option

Switches: Any = dataclasses.make_dataclass(
    "Switches",
    [(row.name, bool, option(row.default, row.about)) for row in ROWS],
    frozen=True,
    namespace={"__doc__": "A switch for each technique."},
)

Numbers: Any = dataclasses.make_dataclass(
    "Numbers",
    [
        (row.name, float, option(float(row.default), row.about, row.low, row.high))
        for row in numbers.ROWS
    ],
    bases=(Switches,),
    frozen=True,
    namespace={"__doc__": "The numbers that can be tuned."},
)


@dataclasses.dataclass(frozen=True)
class Settings(Numbers):  # type: ignore[misc]  # made from the tables of techniques and numbers
    """Settings of alpha-beta.

    If a game lacks what a technique needs, its switch does nothing by default. Asking for it is an
    error.
    """

    selective: bool = option(True, "Off: search every move to the same depth, and prune nothing.")
    memory: int = option(64, "Megabytes of transposition table.", 1, 2**20)
    threads: int = option(1, "Threads that search together and share the table.", 1, 256)
    lines: int = option(1, "Number of best lines to find.", 1, 64)
    exact: bool = option(False, "Search to the end of the game: value and distance are exact.")
    seed: int = option(1, "Seed of all random numbers.", 0, 2**63 - 1)
    rollouts: int = option(0, "Random games at each leaf, instead of the evaluator.", 0, 10**6)
    beam: int = option(0, "Search at most this many moves of a state; 0: all.", 0, 65_535)
    margin: int = option(0, "Score points that matter; 0: measure the evaluator.", 0, 2**30)
    probcut_deviations: float = option(
        1.5, "Standard deviations that a ProbCut prediction must be outside the window.", 0.1, 10.0
    )
    tuned: str = option("", "A file of tuned numbers, from `counterplay tune`.")
    calibration: str = option("", "A calibration file for ProbCut, instead of the game's own.")
    order_depth: int = option(1, "Least depth at which moves are sorted.", 0, 255)
    transposition_depth: int = option(1, "Least depth at which the table is used.", 0, 255)
    enhanced_cutoff_depth: int = option(4, "Least depth for `enhanced_cutoffs`.", 0, 255)
    evaluation_order_depth: int = option(
        255, "Least depth at which the static evaluation is added to the game's `order`.", 0, 255
    )
    order_points: int = option(
        1, "Points of the evaluation for a point of `order`, if both are added.", 1, 10**6
    )
    transposition_remaining: int = option(
        1, "Exact search: least moves remaining at which the table is used.", 0, 255
    )
    enhanced_cutoff_remaining: int = option(
        4, "Exact search: least moves remaining for `enhanced_cutoffs`.", 0, 255
    )
    evaluation_order_remaining: int = option(
        255, "Exact search: least moves remaining at which it is added to `order`.", 0, 255
    )
    endgame_branching: float = option(
        10.0,
        "The nodes to solve the rest of a game are about this number to the power of the moves "
        "that remain. A search solves it once four times its nodes so far are enough.",
        1.0,
        1000.0,
    )
    symmetry_plies: int = option(12, "Plies from the root at which `symmetry` is used.", 0, 255)
    symmetry_remaining: int = option(
        0, "Least moves remaining at which `symmetry` is used.", 0, 10**6
    )


def bits_of(settings: Settings, game: Game) -> int:
    """The bits of the techniques in use: switched on, and the game has what they need."""
    use = 0
    for row in ROWS:
        is_off = row.is_selective and (not settings.selective or settings.exact)
        if getattr(settings, row.name) and not is_off and row.lacks(game) is None:
            use |= row.bit
    return use


def require_hooks(settings: Settings, asked: frozenset[str], game: Game) -> None:
    """Refuse a technique that was asked for if the game lacks what it needs."""
    for name in sorted(asked & TECHNIQUES.keys()):
        missing = TECHNIQUES[name].lacks(game)
        if getattr(settings, name) and missing is not None:
            raise UnfitError(f"{name} needs {missing}, which {game.name} does not define")
    if settings.rollouts and game.shape.is_record:
        raise UnfitError(
            f"rollouts={settings.rollouts}: {game.name} is a game of records, which rollouts "
            "do not support"
        )
