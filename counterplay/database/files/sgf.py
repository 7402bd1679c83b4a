"""Games out of SGF files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.database.played import Played, read_date, require_payoffs, start_of
from counterplay.formats.sgf import Node, parse_sgf
from counterplay.formats.sgf.points import from_tree

TAGS = {"GN": "Name", "AN": "Annotator", "US": "Scribe", "BR": "FirstRank", "WR": "SecondRank"}
"""Properties of a game that are kept besides its own columns, and what they are called."""


def read(
    name: str, file: BinaryIO, rules: Game | None, faults: list[str]
) -> Iterator[tuple[Game, Played]]:
    """The main lines of the games of a file; what cannot be read goes to `faults`."""
    try:
        trees = parse_sgf(file.read())
    except InputError as error:
        raise InputError(f"{name}, {error}") from None
    for number, tree in enumerate(trees, 1):
        try:
            record = from_tree(tree)
            game = record.position.game
            if rules is not None and repr(rules) != repr(game):
                raise InputError(f"it is of {game!r}, not of {rules!r}")
            paid = require_payoffs(record.payoffs, game.facts.players)
            yield (
                game,
                _played(record.about, record.position.moves, start_of(record.position), paid),
            )
        except CounterplayError as error:
            faults.append(f"{name}: game {number} is skipped, {error}")


def _played(
    about: Node, moves: tuple[int, ...], start: str, payoffs: tuple[float, ...] | None
) -> Played:
    def text(name: str) -> str:
        return " ".join(" ".join(about.get(name, ())).split())

    return Played(
        np.array(moves, np.int64),
        start,
        payoffs,
        (text("PB"), text("PW")),
        read_date(text("DT")),
        text("EV"),
        text("PC"),
        text("RO"),
        {known: text(name) for name, known in TAGS.items() if name in about},
    )
