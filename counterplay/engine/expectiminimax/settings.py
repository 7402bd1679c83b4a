"""The settings of expectiminimax: a switch for each technique, and numbers."""

from __future__ import annotations

import dataclasses
from typing import Any

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.expectiminimax.kernel.outcome_numbers import MOST_SAMPLES
from counterplay.engine.expectiminimax.techniques import ROWS, TECHNIQUES
from counterplay.engine.settings import option

Switches: Any = dataclasses.make_dataclass(
    "Switches",
    [(row.name, bool, option(row.default, row.about)) for row in ROWS],
    frozen=True,
    namespace={"__doc__": "A switch for each technique."},
)


@dataclasses.dataclass(frozen=True)
class Settings(Switches):  # type: ignore[misc]  # made from the table of techniques
    """Settings of expectiminimax.

    If a game lacks what a technique needs, its switch does nothing by default. Asking for it is an
    error.
    """

    memory: int = option(64, "Megabytes of transposition table.", 1, 2**20)
    threads: int = option(1, "Threads that search together and share the table.", 1, 256)
    lines: int = option(1, "Number of best moves to find.", 1, 64)
    beam: int = option(0, "Search at most this many moves of a state; 0: all.", 0, 65_535)
    reply_beam: int = option(
        0, "The same for states after the first move; 0: as `beam` says.", 0, 65_535
    )
    margin: float = option(
        0.0,
        "Search only first moves whose evaluation is within this many points of the best; 0: all.",
        0.0,
        1e6,
    )
    samples: int = option(
        0,
        "Draw this many outcomes at a chance node that has more; 0: search all. A game that only "
        f"defines `sample` draws {MOST_SAMPLES // 4} by default, and {MOST_SAMPLES} at most.",
        0,
        10**6,
    )
    seed: int = option(1, "Seed of all random numbers.", 0, 2**63 - 1)


def bits_of(settings: Settings, game: Game) -> int:
    """The bits of the techniques in use: switched on, and the game has what they need."""
    rows = (row for row in ROWS if getattr(settings, row.name) and row.lacks(game) is None)
    return sum(row.bit for row in rows)


def require_hooks(settings: Settings, asked: frozenset[str], game: Game) -> None:
    """Refuse a technique that was asked for if the game lacks what it needs."""
    for name in sorted(asked & TECHNIQUES.keys()):
        missing = TECHNIQUES[name].lacks(game)
        if getattr(settings, name) and missing is not None:
            raise UnfitError(f"{name} needs {missing}, which {game.name} does not define")


def samples_of(settings: Settings, game: Game) -> int:
    """The most outcomes to search at a chance node; 0 for all."""
    if "chance" in game.functions or not game.facts.chance:
        return settings.samples
    return min(settings.samples or MOST_SAMPLES // 4, MOST_SAMPLES)
