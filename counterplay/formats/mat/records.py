"""MAT as a format of the registry."""

from __future__ import annotations

import re
from pathlib import Path

from counterplay.core.game.game import Game
from counterplay.formats.mat.reading import read as read
from counterplay.formats.mat.writing import write as write

HEAD = re.compile(rb"(?:;[^\n]*\n|\s*\n)*[ \t]*\d+ point match", re.IGNORECASE)


def fits(game: Game) -> bool:
    """Backgammon, with any parameters."""
    return game.name == "backgammon"


def sniff(head: bytes, path: Path) -> bool:
    return HEAD.match(head) is not None
