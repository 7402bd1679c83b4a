"""What a UCI program loads after it has answered `uci`: the game, a session, and the position.

This file is imported late, because its imports take a second to load and more to compile.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from counterplay.core.compile.bind import bind
from counterplay.core.game.errors import CounterplayError
from counterplay.engine.alphabeta.engine import KERNEL
from counterplay.engine.dfpn.engine import KERNEL as PROVER
from counterplay.formats.polyglot.book import OWN, Pick
from counterplay.games import load
from counterplay.protocols.track import Track
from counterplay.protocols.uci.levels import LINES, Level, level_of
from counterplay.session import PROVER_MEMORY, Session

Complain = Callable[[str], None]


class Loaded:
    """The game of a conversation, where it stands, and the session that finds moves in it."""

    def __init__(self, name: str) -> None:
        self.game = load(name)
        self.track = Track(self.game)
        self.session = Session(self.game, "alphabeta")
        self.dice = random.Random()
        self.forget = False
        """Whether the session is to forget earlier games before the next search."""

    def compile(self) -> None:
        """Compile the kernels, or load their machine code."""
        bind(self.game, KERNEL)
        bind(self.game, PROVER)

    def ready(self, options: Mapping[str, str], complain: Complain) -> Session:
        """The session with the options in force. Parts that cannot be used are left out, with a
        sentence; with too little memory the engine becomes small."""
        session = self.session
        session.prover_memory = min(int(options["Hash"]), PROVER_MEMORY)
        self.open_book(options, complain)
        try:
            session.use_tables(options["TablePath"] or None)
        except CounterplayError as error:
            complain(f"{error}: without tables")
            session.use_tables(None)
        session.use_engine("alphabeta", memory=options["Hash"], threads=options["Threads"])
        try:
            session.prepare()
        except CounterplayError as error:
            complain(f"{error}; with Hash 16 and one thread instead, and without tables")
            session.use_tables(None)
            session.use_engine("alphabeta", memory="16", threads="1")
            session.prepare()
        if self.forget:
            session.new_game()
        self.forget = False
        return session

    def open_book(self, options: Mapping[str, str], complain: Complain) -> None:
        """Open the opening book, if one is to be used, and look it up once: the first lookup may
        have to be compiled."""
        session = self.session
        pick: Pick = "best" if options["Best Book Move"] == "true" else "weight"
        try:
            is_used = options["OwnBook"] == "true"
            session.use_book((options["BookFile"] or OWN) if is_used else None, pick)
        except CounterplayError as error:
            complain(str(error))
            session.use_book(None)


def level_in(options: Mapping[str, str]) -> Level | None:
    """The strength to play at; None for full strength."""
    return level_of(int(options["UCI_Elo"])) if options["UCI_LimitStrength"] == "true" else None


def lines_in(options: Mapping[str, str]) -> int:
    """The number of lines to find: those asked for, or enough for a weaker level to choose from."""
    level = level_in(options)
    return LINES if level is not None and level.spread else int(options["MultiPV"])
