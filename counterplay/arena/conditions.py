"""The conditions of a match: everything that its games depend on.

They are written to the first line of the file of games, and sent to each worker process.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import counterplay.core
from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.games import Source, source_of
from counterplay.players.clock import Clock
from counterplay.players.spec import Spec

PLAYING = ("core", "database", "engine", "players", "session.py", "tablebase", "textbook")
"""The folders and files with the code that decides which moves are played."""
DEFAULT_SECONDS = 0.1
"""The time per move if no limit is given."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of a match or a tournament.

    They do not include the pairs of players, the number of games and the number of workers.

    limit     the limit per move of players that set none themselves
    clock     the clock for a game, in addition to `limit`
    openings  a description of the openings; other openings have another description
    files     the files and tables of the game and of the players, with a hash of each
    table     the path of the solution, or folder of endgame tables, that ends games
    verdicts  a hash of the content of `table`
    """

    source: Source
    players: tuple[Spec, ...]
    limit: Limit
    clock: Clock | None
    openings: str
    seed: int
    files: tuple[tuple[str, str], ...]
    table: str | None = None
    verdicts: str | None = None

    @property
    def pace(self) -> str:
        """How long players think, as text."""
        limit = self.limit
        words = [
            "" if self.clock is None else f"{self.clock} s a game",
            "" if limit.time is None else f"{limit.time:g} s a move",
            "" if limit.nodes is None else f"{limit.nodes:,} nodes a move",
            "" if limit.depth is None else f"depth {limit.depth}",
        ]
        return ", ".join(filter(None, words))

    def header(self) -> dict[str, Any]:
        """The conditions as plain values. The same conditions give the same games."""
        return {
            "game": Path(self.source.game).stem,
            "parameters": {name: str(value) for name, value in self.source.parameters},
            "players": [spec.text for spec in self.players],
            "limit": {name: value for name, value in asdict(self.limit).items() if value},
            "clock": str(self.clock) if self.clock else None,
            "openings": self.openings,
            "seed": self.seed,
            "table": self.verdicts,
            "files": dict(self.files),
            "code": code_version(),
        }


def source_for(game: Game) -> Source:
    """Return what worker processes load the game from.

    Refuses a game whose evaluator was replaced: a worker would load the one of the file.
    """
    source = source_of(game)
    own, loaded = game.evaluator, source.load().evaluator
    same = own is loaded or (
        own is not None
        and loaded is not None
        and Path(own.path).resolve() == Path(loaded.path).resolve()
        and np.array_equal(own.weights, loaded.weights)
    )
    if not same:
        raise InputError(
            f"the evaluator of {game.name} is not the one in its file, but each process of a match "
            "loads the game from its file: name the evaluator in the player, as in "
            "alphabeta:evaluator=FILE.py"
        )
    return source


def fingerprints(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The last two parts of each path, and a hash of the file's content."""
    hashes = {}
    for file in files:
        try:
            content = Path(file).read_bytes()
        except OSError as error:
            raise InputError(f"{file} cannot be read: {error.strerror}") from None
        hashes["/".join(Path(file).parts[-2:])] = hashlib.sha256(content).hexdigest()[:16]
    return tuple(sorted(hashes.items()))


@cache
def code_version() -> str:
    """A hash of the code in PLAYING. A file of games from other code cannot be resumed."""
    package, digest = Path(counterplay.core.__file__).parents[1], hashlib.sha256()
    for name in PLAYING:
        path = package / name
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def match_limit(
    time: float | None, depth: int | None, nodes: int | None, clock: Clock | None
) -> Limit:
    """The limit per move. DEFAULT_SECONDS if nothing is given."""
    if clock is not None and time is not None:
        raise InputError("give a match a clock or a time per move, not both")
    if clock is None and time is None and depth is None and nodes is None:
        return Limit(time=DEFAULT_SECONDS)
    return Limit(time, depth, nodes)
