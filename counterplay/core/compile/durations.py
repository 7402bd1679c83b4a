"""How long compilations took on this machine, to tell people how long the next one may take."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from statistics import median

from counterplay.core.compile import cache
from counterplay.core.compile.parts import kernel_name
from counterplay.core.game.game import Game

FILE = "seconds.json"


def usual_seconds(game: Game, kernel: Path) -> float | None:
    """What this kernel took for this game the last time, or for others; None if it is the first."""
    noted, own = _noted(), _name(game, kernel)
    others = [seconds for name, seconds in noted.items() if name.startswith(_name(None, kernel))]
    return noted[own] if own in noted else median(others) if others else None


def note_seconds(game: Game, kernel: Path, seconds: float) -> None:
    """Note what a compilation took. It is not lost work if that fails."""
    noted = {**_noted(), _name(game, kernel): round(seconds, 1)}
    with suppress(OSError):
        cache.put(cache.folder() / FILE, json.dumps(noted).encode())


def _name(game: Game | None, kernel: Path) -> str:
    return f"{kernel_name(kernel)} {game.name if game else ''}"


def _noted() -> dict[str, float]:
    try:
        noted = json.loads((cache.folder() / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    is_noted = isinstance(noted, dict) and all(isinstance(v, (int, float)) for v in noted.values())
    return noted if is_noted else {}
