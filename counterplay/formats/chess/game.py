"""Chess, loaded once, and the kernels that read and write its notation."""

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
    "pgn": FORMATS / "pgn" / "kernel" / "pgn.py",
    "polyglot": FORMATS / "polyglot" / "kernel.py",
}
"""The main files of these kernels."""


@cache
def chess() -> Game:
    """Chess without an evaluator: notation needs only the rules.

    Positions of Chess960 are positions of this game too; only the start differs.
    """
    return load("chess").with_evaluator(None)


@cache
def kernel(name: str) -> ModuleType:
    """A kernel of `KERNELS`, bound to chess."""
    return bind(chess(), KERNELS[name])
