"""The engine as a UCI program.

`uci` is answered at once: what takes long to load is loaded after that, and compiled before
`readyok`. Searches run in threads of their own, so that every command is heard at any time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from counterplay.core.errors import CounterplayError, InputError
from counterplay.protocols.go import Words, parse_go, split_position
from counterplay.protocols.lines import Closing, Speaker, run, serve, shortened
from counterplay.protocols.loading import Loading
from counterplay.protocols.options import Option, Options
from counterplay.protocols.uci.levels import levels

if TYPE_CHECKING:
    from counterplay.protocols.thinking import Thinking
    from counterplay.protocols.uci.desk import Desk
    from counterplay.protocols.uci.search import Search

GAMES = ("chess",)
OVERHEAD = 30
"""Milliseconds that the way to the other program and back may take, if nobody says."""
BOOK = ("OwnBook", "BookFile", "Best Book Move")
WORDS = Words(
    sides=("w", "b"),
    numbers=("movestogo", "movetime", "depth", "nodes", "mate"),
    switches=("infinite", "ponder"),
)


def own_options() -> tuple[Option, ...]:
    """What can be set, in the order in which it is shown."""
    weakest, *_, strongest = (str(level.elo) for level in levels())
    return (
        Option("Hash", "spin", "64", 1, 2**20),
        Option("Clear Hash", "button"),
        Option("Threads", "spin", "1", 1, 256),
        Option("MultiPV", "spin", "1", 1, 64),
        Option("Ponder", "check", "false"),
        Option("OwnBook", "check", "false"),
        Option("BookFile", "string"),
        Option("Best Book Move", "check", "false"),
        Option("TablePath", "string"),
        Option("Move Overhead", "spin", str(OVERHEAD), 0, 5000),
        Option("UCI_Chess960", "check", "false"),
        Option("UCI_LimitStrength", "check", "false"),
        Option("UCI_Elo", "spin", strongest, int(weakest), int(strongest)),
    )


class Uci:
    """A conversation: options, a position, and at most one search under way."""

    def __init__(self, say: Speaker, version: str, game: str = GAMES[0]) -> None:
        self._say, self._version, self._game = say, version, game
        self._settings = Options(own_options())
        self._options = self._settings.values
        self._debug = False
        self._desk: Desk | None = None
        self.loading = Loading(self._compile, self.complain, self._load)
        self._search: Search | None = None
        self._thinking: Thinking | None = None
        self._spent = 0.0
        """Seconds that the last position took to be read: the clock runs meanwhile."""
        self.commands = {
            "uci": self._uci,
            "debug": self._set_debug,
            "isready": self._isready,
            "setoption": self._setoption,
            "register": lambda rest: None,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "ponderhit": self._ponderhit,
            "d": self._show,
            "board": self._show,
            "quit": self._quit,
        }

    def complain(self, text: str) -> None:
        """Say what is wrong, in one line."""
        self._say(f"info string {' '.join(text.split())}")

    def listen(self, lines: Iterator[str]) -> None:
        serve(lines, self.commands, self.complain)

    @property
    def compiling(self) -> bool:
        return self.loading.under_way

    def close(self) -> None:
        """Stop whatever is under way."""
        if self._thinking is not None:
            self._thinking.stop()
            if self.loading.ready.is_set():
                self._thinking.join()

    # Commands -----------------------------------------------------------------------------------

    def _uci(self, rest: str) -> None:
        self._say(
            f"id name Counterplay {self._version}",
            "id author the authors of Counterplay",
            *self._settings.declared(),
            "uciok",
        )
        self.loading.begin()

    def _set_debug(self, rest: str) -> None:
        if rest not in ("on", "off"):
            raise InputError(f"debug is on or off, not {shortened(rest)!r}")
        self._debug = rest == "on"

    def _isready(self, rest: str) -> None:
        self.loading.tell(self._say, "readyok")

    def _setoption(self, rest: str) -> None:
        option = self._settings.set(rest)
        if option.kind == "button":
            self._forget()
        elif option.name in BOOK and self.loading.begun:
            self.loading.then(self._open_book)

    def _ucinewgame(self, rest: str) -> None:
        self._forget()

    def _forget(self) -> None:
        if self._desk is not None:
            self._desk.forget = True

    def _position(self, rest: str) -> None:
        from counterplay.protocols.uci.moves import play_move

        came = time.perf_counter()
        track, is_960 = self._wait_for_desk().track, self._options["UCI_Chess960"] == "true"
        try:
            track.follow(*split_position(rest), partial(play_move, is_960=is_960))
        except InputError:
            track.position = None
            raise
        self._spent = time.perf_counter() - came

    def _go(self, rest: str) -> None:
        spent, self._spent = self._spent, 0.0
        came = time.perf_counter() - spent
        if self._thinking is not None and self._thinking.running:
            raise InputError("go: a search is under way already; send stop first")
        desk = self._wait_for_desk()
        from counterplay.protocols.uci.search import Search

        asked, wrong = parse_go(rest, WORDS)
        for sentence in wrong:
            self.complain(sentence)
        if self._debug:
            self.complain(f"{asked}, position read in {1000 * spent:.1f} ms")
        if desk.track.position is None:
            self.complain("go: no position is set, so that there is no move to find")
        ready = self.loading.ready
        self._search = Search(desk, asked, self._options, self._say, ready, came)
        self._thinking = self._search.thinking
        self._thinking.start()

    def _stop(self, rest: str) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _ponderhit(self, rest: str) -> None:
        if self._search is not None:
            self._search.hit()

    def _show(self, rest: str) -> None:
        position = self._wait_for_desk().track.position
        if position is None:
            raise InputError("no position is set")
        game, state = position.game, position.state
        self._say(*game.board(state).splitlines(), f"Fen: {game.show_position(state)}")

    def _quit(self, rest: str) -> None:
        raise Closing

    # Loading ------------------------------------------------------------------------------------

    def _load(self) -> None:
        from counterplay.protocols.uci.desk import Desk

        self._desk = Desk(self._game)

    def _compile(self) -> None:
        assert self._desk is not None
        self._desk.compile()
        self._desk.engine(self._options)
        self._open_book()

    def _open_book(self) -> None:
        try:
            if self._desk is not None:
                self._desk.book(self._options)
        except CounterplayError as error:
            self.complain(str(error))

    def _wait_for_desk(self) -> Desk:
        self.loading.wait_until_loaded()
        assert self._desk is not None
        return self._desk


def main(version: str) -> None:
    """UCI on the standard streams."""
    run(lambda say: Uci(say, version))
