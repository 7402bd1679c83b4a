"""Pattern tables as data: their weights, their sizes, and the file that keeps them.

As in Logistello (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function
for Othello", 1997): the
score of a state is the sum of the weights of its patterns' configurations, from tables by the stage
of the game. The stage goes by how many inputs are on.

Tables see a state as the side to move does. If the game does not define `features`, the inputs do
not say whose is what: each player to move has tables of its own, and they score for player 0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from counterplay.core.game.errors import InputError
from counterplay.core.network.evaluate import bucket_of
from counterplay.core.network.learned import (
    Kinds,
    arrays_of,
    body_of,
    read_file,
    shapes_of,
    write_file,
)
from counterplay.core.patterns.evaluate import KIND
from counterplay.core.patterns.layout import Groups, Layout, groups_of

FORMAT = "counterplay patterns 1"
SUFFIX = ".patterns"


@dataclass(frozen=True, eq=False)
class PatternTables:
    """The weights of pattern tables, as integers.

    game         the name of the game, and `rules` a hash of what it reads of a state
    groups       the patterns: groups of cell tuples that share a table
    words        the number of words with inputs
    boards       the numbers of the words that are boards
    movers       2 if each player to move has tables of its own, else 1
    weights      int16, (stages * movers, entries): stage 0 of player 0, of player 1, stage 1, …
    offsets      what is added, in units of weights: int64, (stages * movers,)
    most_on      the most inputs that are on: the stage goes by how many are
    one          the weight that is an output of 1, and `scale` the score points for it
    most         the largest score
    is_correction  whether the score is added to the game's own evaluation
    about        how it was made, for people
    """

    kind: ClassVar[str] = KIND
    what: ClassVar[str] = "has pattern tables"
    payoffs: ClassVar[tuple[float, ...]] = ()

    game: str
    rules: str
    groups: Groups
    words: int
    boards: npt.NDArray[np.int64]
    movers: int
    weights: npt.NDArray[np.int16]
    offsets: npt.NDArray[np.int64]
    most_on: int
    one: int
    scale: int
    most: int
    is_correction: bool = False
    about: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def layout(self) -> Layout:
        """Where each configuration is in its table."""
        return Layout(self.groups, len(self.boards))

    def chances(self, views: list[npt.NDArray[np.uint64]]) -> list[float]:
        """Pattern tables predict no chances."""
        return []

    @property
    def stages(self) -> int:
        """The number of stages of the game."""
        return len(self.weights) // self.movers

    @cached_property
    def digest(self) -> str:
        """A hash of the patterns and their weights."""
        sizes = (
            self.groups,
            self.words,
            self.movers,
            self.most_on,
            self.one,
            self.scale,
            self.most,
        )
        return hashlib.sha256(repr(sizes).encode() + body_of(self, ARRAYS)).hexdigest()

    def fields(self, slots: int) -> dict[str, int]:
        """What a kernel's context has of them (`evaluate.FIELDS`), but for the room of a thread."""
        return {
            **layout_fields(self.layout),
            "pat_word_count": self.words,
            "pat_boards": self.boards.ctypes.data,
            "pat_weights": self.weights.ctypes.data,
            "pat_offsets": self.offsets.ctypes.data,
            "pat_stages": self.stages,
            "pat_movers": self.movers,
            "pat_most_on": self.most_on,
            "pat_scale": self.scale,
            "pat_one": self.one,
            "pat_most": self.most,
        }

    def room(self, slots: int) -> dict[str, npt.NDArray[Any]]:
        """The arrays of a context: the same for every ply, so that there are no slots."""
        return {
            "pat_words": np.zeros(self.words, np.uint64),
            "pat_found": np.zeros(self.layout.width, np.uint16),
        }

    def score(self, views: list[npt.NDArray[np.uint64]]) -> int:
        """The score for the side to move, from the inputs of its view.

        If each player has tables of its own, the score for player 0. A state without inputs is
        worth 0.
        """
        words = views[0].tolist()
        on = sum(word.bit_count() for word in words)
        if on == 0:
            return 0
        table = bucket_of(on, self.stages, self.most_on)
        if self.movers == 2:
            table = 2 * table + (words[-1] >> 1 & 1)
        entries = self.layout.found([words[i] for i in self.boards])
        total = int(self.offsets[table]) + int(self.weights[table, entries].sum(dtype=np.int64))
        return min(max(total * self.scale // self.one, -self.most), self.most)


def layout_fields(layout: Layout) -> dict[str, int]:
    """What a kernel's context has of the patterns alone. The layout keeps the arrays alive."""
    return {
        "pat_board_count": layout.boards,
        "pat_rows": layout.rows.ctypes.data,
        "pat_firsts": layout.firsts.ctypes.data,
        "pat_width": layout.width,
        "pat_count": len(layout.patterns),
        "pat_entries": layout.entries,
    }


ARRAYS: Kinds = {"boards": np.int64, "weights": np.int16, "offsets": np.int64}
NUMBERS = ("words", "movers", "most_on", "one", "scale", "most")


def write_patterns(tables: PatternTables, path: Path) -> None:
    """Write pattern tables to a file, whole or not at all."""
    head = {
        "format": FORMAT,
        "game": tables.game,
        "rules": tables.rules,
        "groups": tables.groups,
        "shapes": shapes_of(tables, ARRAYS),
        **{name: int(getattr(tables, name)) for name in NUMBERS},
        "is_correction": tables.is_correction,
        "about": dict(tables.about),
    }
    write_file(path, head, body_of(tables, ARRAYS))


def read_patterns(path: Path) -> PatternTables:
    """The pattern tables in a file. A file that has none, or is damaged, is refused."""
    head, body = read_file(path, FORMAT, "file of pattern tables")
    try:
        return _tables(head, body)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{path} is damaged: its first line does not fit ({error})") from None


def _tables(head: dict[str, Any], body: bytes) -> PatternTables:
    given: dict[str, Any] = {name: int(head[name]) for name in NUMBERS}
    made = PatternTables(
        str(head["game"]),
        str(head["rules"]),
        groups_of(head["groups"]),
        **given,
        **arrays_of(head, body, ARRAYS),
        is_correction=bool(head["is_correction"]),
        about=dict(head["about"]),
    )
    tables = len(made.offsets)
    if (made.boards.ndim, made.offsets.ndim) != (1, 1):
        raise ValueError("shapes")
    if made.weights.shape != (tables, made.layout.entries):
        raise ValueError("shapes")
    if made.movers not in (1, 2) or tables < 1 or tables % made.movers or made.words < 1:
        raise ValueError("numbers")
    if made.boards.min() < 0 or made.boards.max() >= made.words:
        raise ValueError("numbers")
    if not all(0 < n < 2**31 for n in (made.most_on + 1, made.one, made.scale, made.most)):
        raise ValueError("numbers")
    return made
