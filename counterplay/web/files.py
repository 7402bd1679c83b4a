"""A game as a file of its own format, and the other way round."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date

import numpy as np

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import START, Position
from counterplay.database.export import export, format_of
from counterplay.database.files.opening import Source
from counterplay.database.played import Played, read_date, start_of
from counterplay.database.stored import StoredGame

FILES = ("{", "(", "[", "1.")
"""How files of games begin: lines of JSON, SGF, PGN with tags and without."""
NAME = "the file"
MOST_WORDS = 4_000
"""Words of a text, each of which may be a move: more would keep others waiting."""


def save_game(
    game: Game, position: Position, payoffs: tuple[float, ...] | None, names: Sequence[str]
) -> tuple[str, str]:
    """The name of a file, and what stands in it: PGN for chess, SGF for Othello, JSON otherwise."""
    today = date.today().isoformat()
    known = position.payoffs if position.is_over else payoffs
    played = Played(
        np.array(position.moves, np.int64), start_of(position),
        None if known is None else tuple(known), tuple(names), read_date(today),
    )  # fmt: skip
    stored, target = StoredGame(0, game, played, ""), io.StringIO()
    export([stored], target)
    return f"{game.name}-{today}.{format_of(stored)}", target.getvalue()


def read_game(game: Game, text: str) -> Position:
    """A position in the game's notation, or the end of the first game in the text of a file."""
    if len(text.split()) > MOST_WORDS:
        raise InputError(f"a game of more than {MOST_WORDS:,} moves is not opened here")
    try:
        return game.position(text or START)
    except CounterplayError:
        if not text.lstrip().startswith(FILES):
            raise
    source = Source(NAME, text.encode("utf-8", "replace"))
    found = next((played for _, played in source.games(game)), None)
    if found is None:
        raise InputError(source.faults[0] if source.faults else "there is no game in this file")
    return StoredGame(0, game, found, "").position
