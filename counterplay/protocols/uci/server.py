"""The engine as a UCI program.

`uci` is answered at once. Everything else is loaded after that and compiled before `readyok`.
Searches run in their own threads, so commands are answered at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from counterplay.core.game.errors import InputError
from counterplay.protocols.go import Words, parse_go, split_position
from counterplay.protocols.lines import Speaker, run, serve, shortened
from counterplay.protocols.options import Option
from counterplay.protocols.talk import Talk
from counterplay.protocols.uci.levels import levels

if TYPE_CHECKING:
    from counterplay.protocols.uci.loaded import Loaded
    from counterplay.protocols.uci.search import Search

GAMES = ("chess",)
OVERHEAD = 30
"""The default overhead of a move: milliseconds that messages may take."""
BOOK = ("OwnBook", "BookFile", "Best Book Move")
WORDS = Words(
    sides=("w", "b"),
    numbers=("movestogo", "movetime", "depth", "nodes", "mate"),
    switches=("infinite", "ponder"),
)


def own_options() -> tuple[Option, ...]:
    """The options, in the order in which they are shown."""
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
    """A conversation: options, a position, and at most one running search."""

    def __init__(self, say: Speaker, version: str, game: str = GAMES[0]) -> None:
        self.talk = Talk("uci", say, version, own_options(), self._compile, self._load)
        self._game = game
        self._options = self.talk.settings.values
        self._debug = False
        self._loaded: Loaded | None = None
        self._search: Search | None = None
        self.commands = self.talk.commands | {
            "debug": self._set_debug,
            "setoption": self._setoption,
            "register": lambda rest: None,
            "ucinewgame": self._ucinewgame,
            "position": self._position,
            "go": self._go,
            "ponderhit": self._ponderhit,
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

    def _set_debug(self, rest: str) -> None:
        if rest not in ("on", "off"):
            raise InputError(f"debug is on or off, not {shortened(rest)!r}")
        self._debug = rest == "on"

    def _setoption(self, rest: str) -> None:
        option, loading = self.talk.settings.set(rest), self.talk.loading
        if option.kind == "button":
            self._forget()
        elif option.name in BOOK and loading.begun:
            loading.then(self._open_book)

    def _ucinewgame(self, rest: str) -> None:
        self._forget()

    def _forget(self) -> None:
        if self._loaded is not None:
            self._loaded.forget = True

    def _position(self, rest: str) -> None:
        from counterplay.protocols.uci.moves import play_move

        with self.talk.reading():
            track, is_960 = self._wait_until_loaded().track, self._options["UCI_Chess960"] == "true"
            try:
                track.follow(*split_position(rest), partial(play_move, is_960=is_960))
            except InputError:
                track.position = None
                raise

    def _go(self, rest: str) -> None:
        came, spent = self.talk.came()
        loaded = self._wait_until_loaded()
        from counterplay.protocols.uci.search import Search

        asked, wrong = parse_go(rest, WORDS)
        for sentence in wrong:
            self.talk.complain(sentence)
        if self._debug:
            self.talk.complain(f"{asked}, position read in {1000 * spent:.1f} ms")
        if loaded.track.position is None:
            self.talk.complain("go: no position is set, there is no move to find")
        say, ready = self.talk.say, self.talk.loading.ready
        self._search = Search(loaded, asked, self._options, say, ready, came)
        self.talk.begin(self._search.thinking)

    def _ponderhit(self, rest: str) -> None:
        if self._search is not None:
            self._search.hit()

    def _show(self, rest: str) -> None:
        self.talk.show(self._wait_until_loaded().track.position)

    # Loading ------------------------------------------------------------------------------------

    def _load(self) -> None:
        from counterplay.protocols.uci.loaded import Loaded

        self._loaded = Loaded(self._game)

    def _compile(self) -> None:
        assert self._loaded is not None
        self._loaded.compile()
        self._loaded.ready(self._options, self.talk.complain)

    def _open_book(self) -> None:
        if self._loaded is not None:
            self._loaded.open_book(self._options, self.talk.complain)

    def _wait_until_loaded(self) -> Loaded:
        self.talk.loading.wait_until_loaded()
        assert self._loaded is not None
        return self._loaded


def main(version: str) -> None:
    """UCI on the standard streams."""
    run(lambda say: Uci(say, version))
