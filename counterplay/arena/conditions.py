"""All that the games of a match depend on, as it is kept in its file and sent to its processes."""

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

PLAYING = ("core", "engine", "textbook", "players")
"""The folders whose code decides what is played."""
DEFAULT_SECONDS = 0.1
"""The time for a move where nothing is said."""


@dataclass(frozen=True)
class Conditions:
    """A match or a tournament, but for who meets, how often, and how many play at once.

    limit     for each move, of players who set themselves none
    clock     for a whole game, beside that
    openings  where they come from, in words that tell them from others
    files     what the files of the game and the players hold, by a hash
    table     a solution, or a folder of tables, that games are ended by: where it is
    verdicts  what it holds, by a hash
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
        """How long players think, in words."""
        limit = self.limit
        words = [
            "" if self.clock is None else f"{self.clock} s a game",
            "" if limit.time is None else f"{limit.time:g} s a move",
            "" if limit.nodes is None else f"{limit.nodes:,} nodes a move",
            "" if limit.depth is None else f"depth {limit.depth}",
        ]
        return ", ".join(filter(None, words))

    def header(self) -> dict[str, Any]:
        """The conditions as plain values, the same for the same games."""
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
    """Where the processes of a match load a game from, if it has the evaluator of its file."""
    source = source_of(game)
    own, again = game.evaluator, source.load().evaluator
    same = own is again or (
        own is not None
        and again is not None
        and Path(own.path).resolve() == Path(again.path).resolve()
        and np.array_equal(own.weights, again.weights)
    )
    if not same:
        raise InputError(
            f"the evaluator of {game.name} is not that of its file: each process of a match loads "
            "the game anew, so name it in the player, as in alphabeta:evaluator=FILE.py"
        )
    return source


def fingerprints(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The names of files and a hash of what stands in each."""
    found = {}
    for file in files:
        try:
            held = Path(file).read_bytes()
        except OSError as error:
            raise InputError(f"{file} cannot be read: {error.strerror}") from None
        found["/".join(Path(file).parts[-2:])] = hashlib.sha256(held).hexdigest()[:16]
    return tuple(sorted(found.items()))


@cache
def code_version() -> str:
    """A hash of the code that players are made of: other code plays other games."""
    package, digest = Path(counterplay.core.__file__).parents[1], hashlib.sha256()
    for folder in PLAYING:
        for file in sorted((package / folder).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def match_limit(
    time: float | None, depth: int | None, nodes: int | None, clock: Clock | None
) -> Limit:
    """The limit for each move, a tenth of a second if nothing is said."""
    if clock is not None and time is not None:
        raise InputError("a match is played with a clock or with a time for each move, not both")
    if clock is None and time is None and depth is None and nodes is None:
        return Limit(time=DEFAULT_SECONDS)
    return Limit(time, depth, nodes)
