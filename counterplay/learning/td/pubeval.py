"""pubeval: Tesauro's public benchmark, a linear evaluation of backgammon plays (1993).

The weights are in `counterplay/data/pubeval/weights.json`, with their source. There are two sets:
for positions with contact, and for races.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from counterplay.learning.td.encoders import Pubeval
from counterplay.learning.td.heads import tensor_of
from counterplay.learning.td.matches import Judge

WEIGHTS = Path(__file__).parents[2] / "data" / "pubeval" / "weights.json"
SCALE = 1000
"""Scores are divided by this: a play that ends the game is then the best."""


def weights() -> tuple[float, ...]:
    """The weights with contact, then those in races."""
    read = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return (*read["contact"], *read["race"])


def pubeval() -> Judge:
    """The judge. Its scores are those of the player who moved."""
    known = weights()

    def evaluate(rows: Any) -> Any:
        return -(rows @ tensor_of(known, rows.device)) / SCALE

    return Judge(Pubeval(), evaluate)
