"""Search all positions with one variant: the cost and the answer of each search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import Engine, make_engine
from counterplay.experiments.ablation.methods import method_of

VALUE_DIGITS = 9
"""Digits of a value that are compared: a mean of dice may differ in the last bits."""

Watch = Callable[[], None]
"""Called after each position."""


@dataclass(frozen=True)
class Sample:
    """The search of one position.

    seconds   CPU time of the search itself
    distance  plies to a proven win or loss; else None
    finished  False if the search was stopped at the node limit
    """

    nodes: int
    seconds: float
    move: int
    value: float
    distance: int | None
    depth: int
    finished: bool

    @property
    def verdict(self) -> tuple[float, int | None]:
        return round(self.value, VALUE_DIGITS), self.distance


def sample(
    game: Game,
    settings: Mapping[str, Any],
    positions: Sequence[Position],
    limits: Sequence[Limit],
    watch: Watch,
) -> list[Sample]:
    """Search each position within its limit, by one engine that forgets between positions."""
    player, samples = make_engine(game, method_of(game).name, **settings), []
    for position, limit in zip(positions, limits, strict=True):
        samples.append(search_once(player, position, limit))
        watch()
    return samples


def faster(some: Sequence[Sample], others: Sequence[Sample]) -> list[Sample]:
    """The faster of two runs of the same searches, position by position."""
    pairs = zip(some, others, strict=True)
    return [min(pair, key=lambda one: one.seconds) for pair in pairs]


def search_once(player: Engine, position: Position, limit: Limit) -> Sample:
    """Search one position from an empty table."""
    player.new_game()  # also touches the memory of the table before time is measured
    started = searching_time()
    found = player.search(position, limit)
    seconds = searching_time() - started
    is_race = found.outcome in ("win", "loss") and not position.game.facts.scored
    return Sample(
        nodes=found.nodes,
        seconds=seconds,
        move=found.move,
        value=found.value,
        distance=found.distance if is_race else None,
        depth=found.depth,
        finished=limit.nodes is None or found.nodes < limit.nodes,
    )


def searching_time() -> float:
    """CPU time of all threads except this one: the engine searches in another thread."""
    return time.process_time() - time.thread_time()
