"""The engine as a UGI program for one game.

`ugi` is answered at once; the search is compiled before `readyok`. Searches run in their own
threads, so commands are answered at any time.
"""

from __future__ import annotations

from collections.abc import Iterator

from counterplay.core.game.errors import CounterplayError, InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.protocols.engine_options import AUTO, EngineOptions, playable_methods
from counterplay.protocols.go import Words, parse_go, split_position
from counterplay.protocols.lines import Speaker, run, serve, shortened
from counterplay.protocols.moves import play_move
from counterplay.protocols.options import Option
from counterplay.protocols.talk import Talk
from counterplay.protocols.track import Track
from counterplay.protocols.ugi.queries import QUERIES
from counterplay.protocols.ugi.search import Search
from counterplay.session import Session

OVERHEAD = 10
"""The default overhead of a move: milliseconds that messages may take."""
UNKNOWN = "response unknown"


def own_options(methods: tuple[str, ...]) -> tuple[Option, ...]:
    """The options, in the order in which they are shown."""
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
    """Raise UnfitError for a game that UGI cannot express."""
    if game.facts.players < 2:
        raise UnfitError(f"{game.name} is for one player, and UGI for two or more")


class Ugi:
    """A conversation: options, a position, and at most one running search."""

    def __init__(self, say: Speaker, version: str, game: Game) -> None:
        refuse_unfit(game)
        options = own_options(playable_methods(game))
        self.talk = Talk("ugi", say, version, options, self._compile)
        self._options = self.talk.settings.values
        self._words = Words(sides=tuple(f"p{p + 1}" for p in range(game.facts.players)))
        self._session = Session(game)
        self._forget = False
        """Whether the session is to forget earlier games before the next search."""
        self._track = Track(game)
        self.commands = self.talk.commands | {
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._position,
            "go": self._go,
            "query": self._query,
            "d": self._show,
            "board": self._show,
        }

    def listen(self, lines: Iterator[str]) -> None:
        serve(lines, self.commands, self.talk.complain)

    @property
    def compiling(self) -> bool:
        return self.talk.loading.under_way

    def close(self) -> None:
        self.talk.close()

    # Commands -----------------------------------------------------------------------------------

    def _setoption(self, rest: str) -> None:
        if self.talk.settings.set(rest).kind == "button":
            self._forget = True

    def _uginewgame(self, rest: str) -> None:
        self._forget = True

    def _position(self, rest: str) -> None:
        with self.talk.reading():
            try:
                self._track.follow(*split_position(rest), play_move)
            except CounterplayError:
                self._track.position = None
                raise

    def _go(self, rest: str) -> None:
        came, _ = self.talk.came()
        self.talk.loading.begin()
        asked, wrong = parse_go(rest, self._words)
        for sentence in wrong:
            self.talk.complain(sentence)
        position, overhead = self._track.position, int(self._options["Move Overhead"]) / 1000
        if position is None:
            self.talk.complain("go: no position is set, there is no move to find")
        say, ready = self.talk.say, self.talk.loading.ready
        options, is_new, self._forget = self._engine_options(), self._forget, False
        search = Search(self._session, position, asked, options, is_new, overhead, say, ready, came)
        self.talk.begin(search.thinking)

    def _query(self, rest: str) -> None:
        """Answer a query. Every query gets a response, so no client waits in vain."""
        position, query = self._track.position, QUERIES.get(rest)
        if query is None or position is None:
            self.talk.say(UNKNOWN)
        if query is None:
            raise InputError(f"query {shortened(rest)!r}: it is one of {', '.join(QUERIES)}")
        if position is None:
            raise InputError(f"query {rest}: no position is set")
        self.talk.say(f"response {query(position)}")

    def _show(self, rest: str) -> None:
        self.talk.show(self._track.position)

    # The engine ---------------------------------------------------------------------------------

    def _compile(self) -> None:
        self._engine_options().apply(self._session)
        self._session.prepare()

    def _engine_options(self) -> EngineOptions:
        options = self._options
        settings = {"memory": options["Hash"], "threads": options["Threads"]}
        lines = int(options["MultiPV"])
        return EngineOptions.of(options["Method"], settings, options["TablePath"], lines)


def main(version: str, game: Game) -> None:
    """UGI on the standard streams."""
    run(lambda say: Ugi(say, version, game))
