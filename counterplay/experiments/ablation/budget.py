"""The budget of an ablation: how deep, or from how early on, the baseline searches in the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median_low
from typing import Any

from counterplay.core.game.errors import UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import make_engine
from counterplay.experiments.ablation.methods import method_of
from counterplay.experiments.ablation.positions import IsOpen, draw

PROBES = 3
"""The number of positions of a stage that are searched to estimate its time."""
PATIENCE = 3.0
"""A single estimate may take this many times the given seconds."""


def deepest(
    game: Game, base: Mapping[str, Any], positions: Sequence[Position], seconds: float
) -> int:
    """The depth that half of the positions reach in `seconds` each.

    Positions that are solved before that count only if all are.
    """
    player, limit = make_engine(game, method_of(game).name, **base), Limit(time=seconds)
    reached, decided = list[int](), list[int]()
    for position in positions:
        player.new_game()
        found = player.search(position, limit)
        (decided if found.kind == "exact" else reached).append(max(found.depth, 1))
    return median_low(reached) if reached else max(decided)


def earliest(
    game: Game,
    base: Mapping[str, Any],
    count: int,
    length: int,
    seed: int,
    seconds: float,
    is_open: IsOpen,
) -> int:
    """The fewest random plies after which exact searches take `seconds` on average.

    There must be `count` different positions. `length` is the length of a random game; stages are
    tried from its end backwards.
    """
    player, limit = make_engine(game, "alphabeta", **base), Limit(time=PATIENCE * seconds)
    found, last = None, max(length - 1, 0)
    for plies in range(last, -1, -1):
        taken, drawn = [], draw(game, [plies] * count, seed, is_open)
        for position in drawn[:PROBES]:
            player.new_game()
            result = player.search(position, limit)
            taken.append(result.seconds if result.kind == "exact" else float("inf"))
        if fmean(taken) > seconds or (found is not None and len(drawn) < count):
            break
        found = plies
    if found is None:
        raise UnfitError(
            f"{game.name} after {last} random plies is not solved in {seconds:g} s a position: "
            "give more --seconds, or leave out --exact"
        )
    return found
