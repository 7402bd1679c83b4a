"""The game whose notations these are: chess by FIDE's rules, loaded once."""

from __future__ import annotations

from functools import cache

from counterplay.core.game import Game
from counterplay.games import load


@cache
def chess() -> Game:
    """Chess without an evaluator: what reads and writes games needs the rules alone.

    Positions of Chess960 are positions of this game too; only its start is another.
    """
    return load("chess").with_evaluator(None)
