"""The game whose notations these are: chess by FIDE's rules, loaded once, and its kernels."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from counterplay.core.bind import bind
from counterplay.core.game import Game
from counterplay.games import load

FOLDER = Path(__file__).parent / "kernels"
KERNELS = tuple(FOLDER / f"{name}.py" for name in ("text", "pgn", "polyglot"))
"""What reads and writes chess at native speed."""


@cache
def chess() -> Game:
    """Chess without an evaluator: what reads and writes games needs the rules alone.

    Positions of Chess960 are positions of this game too; only its start is another.
    """
    return load("chess").with_evaluator(None)


@cache
def kernel(name: str) -> ModuleType:
    """One of the kernels of this folder, bound to chess."""
    return bind(chess(), FOLDER / f"{name}.py")
