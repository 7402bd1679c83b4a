"""Opening books of any game: a JSON file, made from games of the database.

    {"format": "counterplay book", "version": 2, "game": …, "parameters": …, "rules": …, "keys": …,
     "sum": …, "positions": {"key of a position": [[move, weight], …], …}}

Moves and keys are numbers of the game. `rules` and `keys` are the signatures of the rules and of
the keys of positions (`identity`), `sum` is a checksum of the positions. A move weighs 2 for each
game it won and 1 for each draw, as in Polyglot books, which are the books of chess.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, get_args

from counterplay.core.data_files import replace_file
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.json_fields import shown_name
from counterplay.database.identity import identity
from counterplay.database.move_counts import Entries
from counterplay.database.strategy_book import StrategyBook
from counterplay.formats.polyglot.book import OWN, BookMove, Pick, PolyglotBook
from counterplay.strategies.holdem.store import own_blueprint
from counterplay.strategies.store import is_strategy
from counterplay.strategies.store import load as load_strategy

FORMAT = "counterplay book"
VERSION = 2
FIELDS = {
    "game": str, "parameters": dict, "rules": str, "keys": str, "sum": str, "positions": dict,
}  # fmt: skip

HEAVIEST = 2**53
"""The largest weight: a random choice counts with 64-bit floats."""

Weights = dict[int, list[tuple[int, int]]]
"""For each position key: its moves with their weights, the heaviest first."""


class OpenedBook(Protocol):
    """An open book: a `Book` for `cp.search` that can also list its moves."""

    def __len__(self) -> int: ...
    def move(self, position: Position) -> int | None: ...
    def moves(self, position: Position) -> list[BookMove]: ...
    def reseed(self, seed: str | int) -> None: ...


class GameBook:
    """A book of one game. `pick` chooses a move by weight, or the best one."""

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
        """A move of the book for a position; None if it has none."""
        moves = self.moves(position)
        if not moves:
            return None
        if self.pick == "best":
            return moves[0].action
        return self._random.choices(moves, [move.weight for move in moves])[0].action

    def moves(self, position: Position) -> list[BookMove]:
        """The legal moves of the book for a position, the heaviest first."""
        weights = self._weights.get(self.game.key(position.state), [])
        legal = set(position.legal_moves) if weights else set()
        return [BookMove(move, weight) for move, weight in weights if move in legal]

    def reseed(self, seed: str | int) -> None:
        """Restart the random choice of moves with this seed."""
        self._random.seed(seed)

    def save(self, path: str | Path) -> None:
        """Write the book to a file."""
        game = identity(self.game)
        positions = {f"{key:016x}": moves for key, moves in sorted(self._weights.items())}
        content = {
            "format": FORMAT,
            "version": VERSION,
            "game": game.name,
            "parameters": json.loads(game.parameters),
            "rules": game.rules,
            "keys": game.keys,
            "sum": _checksum(positions),
            "positions": positions,
        }
        text = json.dumps(content, separators=(",", ":")) + "\n"
        replace_file(Path(path), text)


def weigh(entries: Entries, least: int = 1) -> Weights:
    """The weights of moves; moves of fewer than `least` games, or without success, are left out."""
    if least < 1:
        raise InputError(f"least={least} must be a whole number, 1 or more")
    weights: Weights = {}
    points = 2 * entries["wins"].astype(int) + entries["draws"]
    selected = entries[(entries["games"] >= least) & (points > 0)]
    for key, move, _, wins, draws, *_ in selected.tolist():
        weights.setdefault(key, []).append((move, 2 * wins + draws))
    return {key: sorted(moves, key=lambda pair: -pair[1]) for key, moves in weights.items()}


def open_book(
    game: Game, path: str | Path, pick: Pick = "weight", seed: int | None = None
) -> OpenedBook:
    """Open the book in a file, or `own`, the built-in book of chess or blueprint of hold'em. A
    strategy is a book, too.

    InputError if the book is damaged, or made for another game or other rules.
    """
    blueprint = own_blueprint(game)
    if path == OWN and blueprint is not None:
        path = blueprint
    if path != OWN and is_strategy(Path(path)):
        return StrategyBook(load_strategy(game, Path(path)), seed)
    if path == OWN or not is_own_format(path):
        book = PolyglotBook(path, pick, seed)
        book.require(game)
        return book
    content = _contents(Path(path))
    wanted = identity(game)
    if content["game"] != wanted.name or content["parameters"] != json.loads(wanted.parameters):
        raise InputError(
            f"{path} is a book of {shown_name(content['game'])} {content['parameters']}, "
            f"not of {game!r}"
        )
    if (content["rules"], content["keys"]) != (wanted.rules, wanted.keys):
        raise InputError(
            f"{path} was made with other rules, or other keys, of {game.name}: make it again with "
            "counterplay db book"
        )
    return GameBook(game, _weights(Path(path), content["positions"]), pick, seed)


def _weights(path: Path, positions: Mapping[str, Any]) -> Weights:
    """The moves and weights by position. InputError if a weight is not from 1 to HEAVIEST."""
    weights: Weights = {}
    try:
        for key, moves in positions.items():
            weights[int(key, 16)] = pairs = [(int(move), int(weight)) for move, weight in moves]
            if not all(1 <= weight <= HEAVIEST for _, weight in pairs):
                raise ValueError
    except (TypeError, ValueError, ArithmeticError):
        raise InputError(f"{path} is damaged: make it again with counterplay db book") from None
    return weights


def is_own_format(path: str | Path) -> bool:
    """Whether a file is a JSON book, not a Polyglot book."""
    try:
        with Path(path).open("rb") as file:
            return file.read(1) == b"{"
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None


def game_of_book(path: str | Path) -> tuple[str, dict[str, Any]]:
    """The game of a JSON book, and its parameters."""
    content = _contents(Path(path))
    return str(content["game"]), dict(content["parameters"])


def _contents(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path} is not a book, or is damaged: make it again") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{path} is not an opening book")
    if content.get("version") != VERSION:
        raise InputError(f"{path} is a book of another version of counterplay: make it again")
    if not all(isinstance(content.get(name), kind) for name, kind in FIELDS.items()):
        raise InputError(f"{path} is damaged: one of its fields is missing; make it again")
    if _checksum(content["positions"]) != content["sum"]:
        raise InputError(f"{path} is damaged: its checksum is wrong; make it again")
    return content


def _checksum(positions: Mapping[str, Any]) -> str:
    text = json.dumps(positions, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
