"""Limited strength: the number of nodes and the amount of randomness for an Elo rating.

The levels are data (`data/levels/chess.json`). `bench/chess_levels.py` plays them against each
other and against a program of known strength; the results are under `measured` in that file.
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from counterplay.core.game.results import Result

TABLE = Path(__file__).parents[2] / "data" / "levels" / "chess.json"
LINES = 4
"""The number of lines from which a weaker level chooses."""


@dataclass(frozen=True)
class Level:
    """`nodes` for a move, and normal noise of `spread` score points on the value of each line."""

    elo: int
    nodes: int
    spread: float


@cache
def levels() -> tuple[Level, ...]:
    """The levels, weakest first."""
    listed = json.loads(TABLE.read_text(encoding="utf-8"))["levels"]
    return tuple(sorted((Level(**level) for level in listed), key=lambda level: level.elo))


def level_of(elo: int) -> Level:
    """The level of a rating. Between two levels, nodes are interpolated geometrically."""
    table = levels()
    elo = min(max(elo, table[0].elo), table[-1].elo)
    above = next(i for i, level in enumerate(table) if level.elo >= elo)
    if table[above].elo == elo:
        return table[above]
    low, high = table[above - 1], table[above]
    part = (elo - low.elo) / (high.elo - low.elo)
    nodes = math.exp((1 - part) * math.log(low.nodes) + part * math.log(high.nodes))
    return Level(elo, round(nodes), (1 - part) * low.spread + part * high.spread)


def choose(found: Result, level: Level, dice: random.Random) -> Result:
    """The best of a result's lines after adding noise to each value."""
    unit = found.position.game.facts.unit
    return max(
        (found, *found.alternatives),
        key=lambda line: line.value * unit + dice.gauss(0.0, level.spread),
    )
