"""Limited strength: the nodes and the chance that go with a number of Elo points.

The table is data (`data/levels/chess.json`); `bench/chess_levels.py` plays its levels against one
another and against a program whose levels are known; its `measured` says what came of that.
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
"""How many lines a weaker player has to choose from."""


@dataclass(frozen=True)
class Level:
    """So many nodes for a move, and a choice among lines that differ by about `spread` points."""

    elo: int
    nodes: int
    spread: float


@cache
def levels() -> tuple[Level, ...]:
    """The table, weakest first."""
    listed = json.loads(TABLE.read_text(encoding="utf-8"))["levels"]
    return tuple(sorted((Level(**level) for level in listed), key=lambda level: level.elo))


def level_of(elo: int) -> Level:
    """The level for so many points: between two of the table, nodes in equal ratios."""
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
    """One of the lines of a result: the best after chance has added to each."""
    unit = found.position.game.facts.unit
    return max(
        (found, *found.alternatives),
        key=lambda line: line.value * unit + dice.gauss(0.0, level.spread),
    )
