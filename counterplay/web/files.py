"""Save a game of the page as a file, and open the text of a file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date
from itertools import islice
from pathlib import Path

import numpy as np

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.position_text import START
from counterplay.formats.chess.game import KERNELS, chess
from counterplay.formats.game_file import GameFile
from counterplay.formats.move_tree import MoveTree
from counterplay.formats.record import DRAWN, GameRecord, read_date, winner
from counterplay.formats.registry import (
    GAME_FORMATS,
    default_format,
    detect,
    tree_format,
    writable,
    write_games,
)
from counterplay.presentation.words import count
from counterplay.web.sealed import seal
from counterplay.web.study import pack, require_short

NAME = "the file"
MOST_WORDS = 4_000
"""The longest text that is opened; each word may be a move, and parsing takes time."""
MOST_GAMES = 2_000
"""The most games of a file from which one is chosen."""
MOST_BYTES = 16 << 20
"""The largest file that is opened."""
Compiled = tuple[Game, Path]
"""A kernel, and the game that it is bound to."""


def save_game(
    position: Position,
    payoffs: tuple[float, ...] | None,
    names: Sequence[str],
    tree: MoveTree,
    format: str = "",
) -> tuple[str, str]:
    """A file name and its content: with the variations if there are any. Without the name of a
    format, in the default one of the game that can hold it."""
    game, today = position.game, date.today().isoformat()
    known = position.payoffs if position.is_over else payoffs
    record = GameRecord.of(position, known, players=tuple(names), date=read_date(today))
    usual = default_format(game) if tree.is_bare else tree_format(game)
    row = writable(format) if format else usual
    row.require_fit(game)
    file = io.StringIO()
    if tree.is_bare or row.write_tree is None:
        write_games(file, [(game, record)], row)
    else:
        line = np.array(tree.moves_to(tree.main_line[-1]), np.int64)
        row.write_tree(file, game, record._replace(moves=line), tree)
    return f"{game.name}-{today}{row.suffixes[0]}", file.getvalue()


def read_study(game: Game, text: str) -> tuple[Position, MoveTree]:
    """The position that a text describes, or the end of the first game in the text of a file; and
    the moves with their variations."""
    if len(text.split()) > MOST_WORDS:
        raise InputError(f"the text is longer than {MOST_WORDS:,} moves, the most that is opened")
    content = text.encode("utf-8", "replace")
    try:
        position = game.position(text or START)
        return position, MoveTree.of(position.moves)
    except CounterplayError:
        if detect(content, Path(NAME)) is None:
            raise
    file = GameFile(NAME, content)
    found = next(file.trees(game), None)
    if found is None:
        raise InputError(file.faults[0] if file.faults else "there is no game in this file")
    _, record, tree = found
    return record.position(game), require_short(_fitting(record, tree))


def _fitting(record: GameRecord, tree: MoveTree) -> MoveTree:
    """The tree of a game, if its main line is the game; otherwise the moves alone."""
    moves = tuple(map(int, record.moves))
    return tree if tree.moves_to(tree.main_line[-1]) == moves else MoveTree.of(moves)


def titles(game: Game, content: bytes, name: str = NAME) -> list[str]:
    """The games of a file, a line for each: who played, where, when and how it ended."""
    file = GameFile(name, content)
    found = [title_of(game, record) for _, record in islice(file.games(game), MOST_GAMES)]
    if not found:
        raise InputError(file.faults[0] if file.faults else f"there is no game in {name}")
    return found


def title_of(game: Game, record: GameRecord) -> str:
    """Who played, where, when, how it ended, and how long it was."""
    names = [name or "?" for name in record.players or game.facts.names]
    won = winner(record.payoffs)
    ending = "" if won is None else "draw" if won == DRAWN else f"{game.facts.names[won]} won"
    year = str(record.date // 10_000 or "")
    parts = (" – ".join(names), record.event, year, ending, count(len(record.moves), "plies"))
    return ", ".join(part for part in parts if part and part != "?")


def nth_game(game: Game, content: bytes, number: int, name: str = NAME) -> dict[str, str]:
    """The game with a number, counted from 0: its `text`, as `game.position` reads it. If it has
    variations, glyphs or comments, `study` has them as a sealed text, or `note` says why not."""
    found = next(islice(GameFile(name, content).trees(game), number, None), None)
    if found is None:
        raise InputError(f"{name} has no game {number + 1}")
    text, tree = found[1].position(game).text, _fitting(found[1], found[2])
    if tree.is_bare:
        return {"text": text}
    try:
        return {"text": text, "study": seal({"text": text, "tree": pack(require_short(tree))})}
    except InputError as error:
        return {"text": text, "note": f"Only the moves are opened: {error}."}


def kernels_to_read(content: bytes, name: str = NAME) -> list[Compiled]:
    """The kernels that read a file."""
    found = detect(content, Path(name))
    return [(chess(), KERNELS["pgn"])] if found is GAME_FORMATS["pgn"] else []


def kernels_to_save(game: Game) -> list[Compiled]:
    """The kernels that write a game of this kind."""
    return [(chess(), KERNELS["text"])] if default_format(game) is GAME_FORMATS["pgn"] else []
