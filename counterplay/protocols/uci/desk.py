"""The engine at work for a UCI program: its game, its options in force, and where the game stands.

Imported late, since what it needs takes a second to load and more to compile.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import InputError
from counterplay.engine.alphabeta.engine import KERNEL, AlphaBeta
from counterplay.engine.base import make_engine
from counterplay.engine.dfpn.engine import KERNEL as PROVER
from counterplay.engine.dfpn.engine import DfPn, DfPnSettings
from counterplay.formats.polyglot.book import OWN, Pick, PolyglotBook
from counterplay.games import load
from counterplay.protocols.track import Track
from counterplay.protocols.uci.levels import LINES, Level, level_of
from counterplay.tablebase.endgames import Tablebase

if TYPE_CHECKING:
    from counterplay.engine.probes import Book

PROVER_MEMORY = 64
"""Megabytes that proving a mate may take, beside the engine's table."""


class Desk:
    """What searches are made with; one search at a time."""

    def __init__(self, name: str) -> None:
        self.game = load(name)
        self.track = Track(self.game)
        self.dice = random.Random()
        self.forget = False
        """Whether what was learned is to be forgotten before the next search."""
        self._engine: AlphaBeta | None = None
        self._made: tuple[str, ...] = ()
        self._prover: DfPn | None = None
        self._book: tuple[tuple[str, str], Book | None] = (("", ""), None)
        self._tables: Tablebase | None = None

    def compile(self) -> None:
        """Have the machine code at hand."""
        bind(self.game, KERNEL)
        bind(self.game, PROVER)

    def engine(self, options: Mapping[str, str]) -> AlphaBeta:
        """The engine with the options in force; its table is kept where they are the same."""
        wanted = (options["Hash"], options["Threads"], options["TablePath"])
        if self._engine is None or self._made != wanted:
            self._engine = None  # its table goes before another is made
            tables = self.tables(options)
            made = make_engine(
                self.game,
                "alphabeta",
                endgames=None if tables is None else tables.endgames(),
                memory=wanted[0],
                threads=wanted[1],
            )
            assert isinstance(made, AlphaBeta)
            self._engine, self._made = made, wanted
        elif self.forget:
            self._engine.new_game()
        self.forget = False
        level = self.level(options)
        lines = LINES if level is not None and level.spread else int(options["MultiPV"])
        for context in self._engine.contexts:
            context.record.lines = lines
        return self._engine

    def prover(self, options: Mapping[str, str]) -> DfPn:
        """What proves mates; it is small, and made when first asked for."""
        if self._prover is None:
            memory = min(int(options["Hash"]), PROVER_MEMORY)
            self._prover = DfPn(self.game, DfPnSettings(memory=memory))
        return self._prover

    def halt(self) -> None:
        """End a search that is to stop at once, and not when it next looks whether it should."""
        if self._engine is not None:
            self._engine.halt()

    def level(self, options: Mapping[str, str]) -> Level | None:
        """The strength to play at, where it is limited."""
        return level_of(int(options["UCI_Elo"])) if options["UCI_LimitStrength"] == "true" else None

    def tables(self, options: Mapping[str, str]) -> Tablebase | None:
        """The endgame tables of a folder, where one is named; read when first asked for."""
        path = options["TablePath"]
        if not path:
            return None
        if self._tables is None or self._tables.folder != Path(path):
            found = Tablebase(self.game, path)
            if not found.paths:
                raise InputError(f"there are no tables of {self.game.name} in {path}")
            self._tables = found
        return self._tables

    def book(self, options: Mapping[str, str]) -> Book | None:
        """The opening book, where one is to be used; opened, and looked into, when first asked for.

        The first look may have something compiled.
        """
        if options["OwnBook"] != "true":
            return None
        wanted = options["BookFile"] or OWN, options["Best Book Move"]
        if self._book[0] != wanted:
            pick: Pick = "best" if wanted[1] == "true" else "weight"
            book = PolyglotBook(wanted[0], pick)
            book.move(self.game.position())
            self._book = wanted, book
        return self._book[1]
