"""Opening books of any game: a file of JSON, made of the games of the database.

    {"format": "counterplay book", "version": 1, "game": …, "parameters": …, "rules": …, "sum": …,
     "positions": {"key of a position": [[move, weight], …], …}}

Moves and keys are numbers of the game, whose rules the file names by what they do (`identity`);
`sum` is a hash of the positions. A move weighs 2 for each game it won and 1 for each draw, as in
Polyglot's books, which stay the books of chess.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, get_args

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.database.counts import Entries
from counterplay.database.identity import identity
from counterplay.formats.polyglot.book import OWN, BookMove, Pick, PolyglotBook

FORMAT = "counterplay book"
VERSION = 1

Weights = dict[int, list[tuple[int, int]]]
"""The moves of each position by its key, and what they weigh, the heaviest first."""


class OpenedBook(Protocol):
    """A book that was opened: a `Book` for `cp.search`, which can also be looked into."""

    def __len__(self) -> int: ...
    def move(self, position: Position) -> int | None: ...
    def moves(self, position: Position) -> list[BookMove]: ...
    def reseed(self, seed: str | int) -> None: ...


class GameBook:
    """A book of one game: `pick` chooses among its moves by their weights, or the heaviest."""

    def __init__(
        self, game: Game, weights: Weights, pick: Pick = "weight", seed: int | None = None
    ) -> None:
        if pick not in get_args(Pick):
            raise InputError(f"pick={pick!r} is not one of: {', '.join(get_args(Pick))}")
        self.game, self.pick = game, pick
        self._weights = weights
        self._random = random.Random(seed)

    def __len__(self) -> int:
        return sum(map(len, self._weights.values()))

    def move(self, position: Position) -> int | None:
        """The book's move for a position; None where it has none."""
        moves = self.moves(position)
        if not moves:
            return None
        if self.pick == "best":
            return moves[0].action
        return self._random.choices(moves, [move.weight for move in moves])[0].action

    def moves(self, position: Position) -> list[BookMove]:
        """The legal moves that the book has for a position, the heaviest first."""
        found = self._weights.get(self.game.key(position.state), [])
        legal = set(position.legal_moves) if found else set()
        return [BookMove(move, weight) for move, weight in found if move in legal]

    def reseed(self, seed: str | int) -> None:
        """Pick as chance has it from here on, the same for the same seed."""
        self._random.seed(seed)

    def save(self, path: str | Path) -> None:
        """Write the book to a file."""
        told = identity(self.game)
        positions = {f"{key:016x}": moves for key, moves in sorted(self._weights.items())}
        held = {
            "format": FORMAT,
            "version": VERSION,
            "game": told.name,
            "parameters": json.loads(told.parameters),
            "rules": told.rules,
            "sum": _sum(positions),
            "positions": positions,
        }
        try:
            Path(path).write_text(json.dumps(held, separators=(",", ":")) + "\n", encoding="utf-8")
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}") from None


def weighed(entries: Entries, least: int = 1) -> Weights:
    """The moves of so many games at least, and of some success."""
    if least < 1:
        raise InputError(f"least={least} must be a whole number from 1 up")
    weights: Weights = {}
    points = 2 * entries["wins"].astype(int) + entries["draws"]
    kept = entries[(entries["games"] >= least) & (points > 0)]
    for key, move, _, wins, draws, *_ in kept.tolist():
        weights.setdefault(key, []).append((move, 2 * wins + draws))
    return {key: sorted(moves, key=lambda pair: -pair[1]) for key, moves in weights.items()}


def open_book(
    game: Game, path: str | Path, pick: Pick = "weight", seed: int | None = None
) -> OpenedBook:
    """The book in a file, or the one of chess that comes with the program, if it fits the game."""
    if path == OWN or not is_own_format(path):
        book = PolyglotBook(path, pick, seed)
        book.moves(game.position())  # a book of another game is refused now
        return book
    held = _contents(Path(path))
    told = identity(game)
    if held["game"] != told.name or held["parameters"] != json.loads(told.parameters):
        raise InputError(
            f"{path} is a book of {held['game']} {held['parameters']}, not of {game!r}"
        )
    if held["rules"] != told.rules:
        raise InputError(f"{path} was made by other rules of {game.name}: make it again")
    weights = {
        int(key, 16): [(int(move), int(weight)) for move, weight in moves]
        for key, moves in held["positions"].items()
    }
    return GameBook(game, weights, pick, seed)


def is_own_format(path: str | Path) -> bool:
    """Whether a file is a book of this format, and not one of Polyglot's."""
    try:
        with Path(path).open("rb") as file:
            return file.read(1) == b"{"
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def game_of_book(path: str | Path) -> tuple[str, dict[str, Any]]:
    """The name of the game that a book of this format is of, and its parameters."""
    held = _contents(Path(path))
    return str(held["game"]), dict(held["parameters"])


def _contents(path: Path) -> dict[str, Any]:
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is no book, or a damaged one: make it again") from None
    if not isinstance(held, dict) or held.get("format") != FORMAT:
        raise InputError(f"{path} is no book")
    if held.get("version") != VERSION:
        raise InputError(f"{path} is a book of another version of counterplay: make it again")
    if not isinstance(held.get("positions"), dict) or _sum(held["positions"]) != held.get("sum"):
        raise InputError(f"{path} is damaged: its moves have changed since it was made")
    return held


def _sum(positions: Mapping[str, Any]) -> str:
    text = json.dumps(positions, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
