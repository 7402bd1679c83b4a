"""Save a game of the page as a file, and open the text of a file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.position_text import START
from counterplay.formats.game_file import GameFile
from counterplay.formats.record import GameRecord, read_date
from counterplay.formats.registry import default_format, detect, write_games

NAME = "the file"
MOST_WORDS = 4_000
"""The longest text that is opened; each word may be a move, and parsing takes time."""


def save_game(
    game: Game, position: Position, payoffs: tuple[float, ...] | None, names: Sequence[str]
) -> tuple[str, str]:
    """A file name and its content, in the default format of the game."""
    today = date.today().isoformat()
    known = position.payoffs if position.is_over else payoffs
    record = GameRecord.of(position, known, players=tuple(names), date=read_date(today))
    file = io.StringIO()
    write_games(file, [(game, record)])
    return f"{game.name}-{today}{default_format(game).suffixes[0]}", file.getvalue()


def read_game(game: Game, text: str) -> Position:
    """The position that a text describes, or the end of the first game in the text of a file."""
    if len(text.split()) > MOST_WORDS:
        raise InputError(f"the text is longer than {MOST_WORDS:,} moves, the most that is opened")
    content = text.encode("utf-8", "replace")
    try:
        return game.position(text or START)
    except CounterplayError:
        if detect(content, Path(NAME)) is None:
            raise
    file = GameFile(NAME, content)
    record = next((record for _, record in file.games(game)), None)
    if record is None:
        raise InputError(file.faults[0] if file.faults else "there is no game in this file")
    return record.position(game)
