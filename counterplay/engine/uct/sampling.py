"""Settings of the methods that play random games, and what they need from a game."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.engine.alphabeta.transposition import MEGABYTE, available
from counterplay.engine.fitness import needs_every_players_evaluation
from counterplay.engine.settings import option

LONGEST_PLAYOUT = 100_000


@dataclass(frozen=True)
class SamplingSettings:
    """Settings of every method that plays random games."""

    draws: int = option(
        1, "Moves drawn at each ply of a random game; `order` picks one of them.", 1, 10**6
    )
    cutoff: int = option(
        LONGEST_PLAYOUT,
        "Plies of a random game before the evaluator ends it; 0: no random games.",
        0,
        LONGEST_PLAYOUT,
    )
    threads: int = option(1, "Threads; each has its own tree and random games.", 1, 256)
    seed: int = option(1, "Seed of all random numbers.", 0, 2**63 - 1)
    lines: int = option(1, "Number of best moves to tell.", 1, 64)


def require_memory(megabytes: int) -> None:
    """Refuse no memory, and more than the machine has available."""
    if megabytes < 1:
        raise InputError(f"memory={megabytes} must be at least 1 megabyte")
    room = available()
    if room is not None and megabytes * MEGABYTE > room:
        raise InputError(
            f"memory={megabytes}: the machine has only {room // MEGABYTE} megabytes available"
        )


def require_hooks(game: Game, settings: SamplingSettings) -> None:
    """Refuse settings for which the game lacks `order` or a suitable evaluator."""
    draws, cutoff = settings.draws, settings.cutoff
    if draws > 1 and "order" not in game.functions:
        raise UnfitError(f"draws={draws} needs `order(s, a)`, which {game.name} does not define")
    if cutoff == 0 and game.evaluator is None:
        raise UnfitError(f"cutoff=0 needs an evaluator, which {game.name} does not have")
    reason = needs_every_players_evaluation(game)
    if cutoff < LONGEST_PLAYOUT and reason:
        raise UnfitError(f"cutoff={cutoff}: {reason}")
