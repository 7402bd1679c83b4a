"""The engine as a UGI program for one game.

`ugi` is answered at once, and the search compiled before `readyok`. Searches run in threads of
their own, so that every command is heard at any time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from counterplay.core.errors import CounterplayError, InputError, UnfitError
from counterplay.core.game import Game
from counterplay.protocols.desk import AUTO, Desk, Wish, fitting
from counterplay.protocols.go import Words, parse_go, split_position
from counterplay.protocols.lines import Closing, Speaker, run, serve, shortened
from counterplay.protocols.loading import Loading
from counterplay.protocols.moves import play_move
from counterplay.protocols.options import Option, Options
from counterplay.protocols.thinking import Thinking
from counterplay.protocols.track import Track
from counterplay.protocols.ugi.queries import QUERIES
from counterplay.protocols.ugi.search import Search

OVERHEAD = 10
"""Milliseconds that the way to the other program and back may take, if nobody says."""
UNKNOWN = "response unknown"


def own_options(methods: tuple[str, ...]) -> tuple[Option, ...]:
    """What can be set, in the order in which it is shown."""
    return (
        Option("Hash", "spin", "64", 1, 2**20),
        Option("Clear Hash", "button"),
        Option("Threads", "spin", "1", 1, 256),
        Option("MultiPV", "spin", "1", 1, 64),
        Option("Method", "combo", AUTO, choices=(AUTO, *methods)),
        Option("TablePath", "string"),
        Option("Move Overhead", "spin", str(OVERHEAD), 0, 5000),
    )


def refuse_unfit(game: Game) -> None:
    """Refuse a game that UGI has no words for."""
    if game.facts.players < 2:
        raise UnfitError(f"{game.name} is for one player, and UGI for two or more")


class Ugi:
    """A conversation: options, a position, and at most one search under way."""

    def __init__(self, say: Speaker, version: str, game: Game) -> None:
        refuse_unfit(game)
        self._say, self._version, self._game = say, version, game
        self._settings = Options(own_options(fitting(game)))
        self._options = self._settings.values
        self._words = Words(sides=tuple(f"p{p + 1}" for p in range(game.facts.players)))
        self._desk = Desk(game)
        self._track = Track(game)
        self.loading = Loading(lambda: self._desk.prepare(self._wish()), self.complain)
        self._thinking: Thinking | None = None
        self._spent = 0.0
        """Seconds that the last position took to be read: the clock runs meanwhile."""
        self.commands = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
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

    def _ugi(self, rest: str) -> None:
        self._say(
            f"id name Counterplay {self._version}",
            "id author the authors of Counterplay",
            *self._settings.declared(),
            "ugiok",
        )
        self.loading.begin()

    def _isready(self, rest: str) -> None:
        self.loading.tell(self._say, "readyok")

    def _setoption(self, rest: str) -> None:
        if self._settings.set(rest).kind == "button":
            self._desk.forget = True

    def _uginewgame(self, rest: str) -> None:
        self._desk.forget = True

    def _position(self, rest: str) -> None:
        came = time.perf_counter()
        try:
            self._track.follow(*split_position(rest), play_move)
        except CounterplayError:
            self._track.position = None
            raise
        self._spent = time.perf_counter() - came

    def _go(self, rest: str) -> None:
        spent, self._spent = self._spent, 0.0
        came = time.perf_counter() - spent
        if self._thinking is not None and self._thinking.running:
            raise InputError("go: a search is under way already; send stop first")
        self.loading.begin()
        asked, wrong = parse_go(rest, self._words)
        for sentence in wrong:
            self.complain(sentence)
        position, overhead = self._track.position, int(self._options["Move Overhead"]) / 1000
        if position is None:
            self.complain("go: no position is set, so that there is no move to find")
        ready = self.loading.ready
        self._thinking = Search(
            self._desk, position, asked, self._wish(), overhead, self._say, ready, came
        ).thinking
        self._thinking.start()

    def _stop(self, rest: str) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _query(self, rest: str) -> None:
        """Every question gets a response, so that nobody waits for one."""
        position, query = self._track.position, QUERIES.get(rest)
        if query is None or position is None:
            self._say(UNKNOWN)
        if query is None:
            raise InputError(f"query {shortened(rest)!r}: it is one of {', '.join(QUERIES)}")
        if position is None:
            raise InputError(f"query {rest}: no position is set")
        self._say(f"response {query(position)}")

    def _show(self, rest: str) -> None:
        position = self._track.position
        if position is None:
            raise InputError("no position is set")
        game, state = position.game, position.state
        self._say(*game.board(state).splitlines(), f"Fen: {game.show_position(state)}")

    def _quit(self, rest: str) -> None:
        raise Closing

    # The engine ---------------------------------------------------------------------------------

    def _wish(self) -> Wish:
        options = self._options
        settings = {"memory": options["Hash"], "threads": options["Threads"]}
        lines = int(options["MultiPV"])
        return Wish.of(options["Method"], settings, options["TablePath"], lines)


def main(version: str, game: Game) -> None:
    """UGI on the standard streams."""
    run(lambda say: Ugi(say, version, game))
