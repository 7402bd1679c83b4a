"""One setting of the engine on all positions: what each search took, and what it found."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import Engine, make_engine

Watch = Callable[[], None]
"""Called after each position."""


@dataclass(frozen=True)
class Sample:
    """The search of one position.

    seconds   of CPU time, without what it takes to write the answer as moves
    distance  to a proven win or loss, which is part of its value; else None
    finished  False where the search was stopped because it took too many nodes
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
        return self.value, self.distance


def sample(
    game: Game,
    settings: Mapping[str, Any],
    positions: Sequence[Position],
    limits: Sequence[Limit],
    watch: Watch,
) -> list[Sample]:
    """Search each position within its limit, by a new engine that forgets after each."""
    player, samples = make_engine(game, "alphabeta", **settings), []
    for position, limit in zip(positions, limits, strict=True):
        samples.append(search_once(player, position, limit))
        watch()
    return samples


def faster(some: Sequence[Sample], others: Sequence[Sample]) -> list[Sample]:
    """Of two runs of the same searches, the one that took less time, position by position."""
    pairs = zip(some, others, strict=True)
    return [min(pair, key=lambda one: one.seconds) for pair in pairs]


def search_once(player: Engine, position: Position, limit: Limit) -> Sample:
    player.new_game()  # also touches the table's memory, before the clock runs
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
    """CPU time of all threads but this one: the engine searches in a thread of its own."""
    return time.process_time() - time.thread_time()
