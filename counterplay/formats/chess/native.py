"""The game whose notations these are: chess by FIDE's rules, loaded once, and its kernels."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from counterplay.core.compile.bind import bind
from counterplay.core.game.game import Game
from counterplay.games import load

FORMATS = Path(__file__).parents[1]
KERNELS = {
    "text": FORMATS / "chess" / "kernel" / "text.py",
    "pgn": FORMATS / "pgn" / "kernel.py",
    "polyglot": FORMATS / "polyglot" / "kernel.py",
}
"""The kernels that read and write chess at native speed."""


@cache
def chess() -> Game:
    """Chess without an evaluator: what reads and writes games needs the rules alone.

    Positions of Chess960 are positions of this game too; only its start is another.
    """
    return load("chess").with_evaluator(None)


@cache
def kernel(name: str) -> ModuleType:
    """One of `KERNELS`, bound to chess."""
    return bind(chess(), KERNELS[name])
