"""Opening books that people write: a book of any game, or a Polyglot book of chess, from lines."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from counterplay.core.game.game import Game
from counterplay.database.book import GameBook, Weights
from counterplay.formats.book_text import BookLine
from counterplay.formats.move_text import is_chess
from counterplay.formats.polyglot.book import DTYPE
from counterplay.formats.polyglot.build import MOST_WEIGHT, write_book
from counterplay.formats.polyglot.keys import PolyglotKeys


def save_expert_book(game: Game, lines: Iterable[BookLine], path: str | Path) -> int:
    """Write the book: Polyglot for chess, JSON for other games. Returns the number of moves."""
    if is_chess(game):
        return _save_polyglot(lines, path)
    book = GameBook(game, expert_weights(game, lines))
    book.save(path)
    return len(book)


def expert_weights(game: Game, lines: Iterable[BookLine]) -> Weights:
    """The moves of each position with their weights, the heaviest first."""
    sums: dict[int, dict[int, int]] = {}
    for line in lines:
        position = line.start
        for move, weight in zip(line.moves, line.weights, strict=True):
            if weight:
                here = sums.setdefault(game.key(position.state), {})
                here[move] = here.get(move, 0) + weight
            position = position.play(move)
    return {key: sorted(moves.items(), key=lambda pair: -pair[1]) for key, moves in sums.items()}


def _save_polyglot(lines: Iterable[BookLine], path: str | Path) -> int:
    keys_of, sums = PolyglotKeys(), dict[tuple[int, int], int]()
    for line in lines:
        keys, codes = keys_of.of_line(line.start.state, line.moves)
        for key, code, weight in zip(keys.tolist(), codes.tolist(), line.weights, strict=True):
            if weight:
                sums[key, code] = sums.get((key, code), 0) + weight
    ordered = sorted(sums.items(), key=lambda item: (item[0][0], -item[1], item[0][1]))
    entries = np.zeros(len(ordered), DTYPE)
    for row, ((key, code), weight) in zip(entries, ordered, strict=True):
        row["key"], row["move"], row["weight"] = key, code, min(weight, MOST_WEIGHT)
    write_book(path, entries)
    return len(entries)
