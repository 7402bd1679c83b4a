"""The engine as a UCI program.

`uci` is answered at once: what takes long to load is loaded after that, and compiled before
`readyok`. Searches run in threads of their own, so that every command is heard at any time.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, BinaryIO

from counterplay.core.errors import CounterplayError, InputError
from counterplay.protocols.lines import Closing, Speaker, read_lines, serve, shortened
from counterplay.protocols.uci.go import parse_go, split_position
from counterplay.protocols.uci.levels import levels
from counterplay.protocols.uci.options import Option

if TYPE_CHECKING:
    from counterplay.protocols.uci.desk import Desk
    from counterplay.protocols.uci.thinking import Thinking

GAMES = ("chess",)
OVERHEAD = 30
"""Milliseconds that the way to the other program and back may take, if nobody says."""
BOOK = ("OwnBook", "BookFile", "Best Book Move")
PATIENCE = 1.0
"""Seconds of compiling after which it is mentioned."""


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
        self._known = {option.name.lower(): option for option in own_options()}
        self._options = {option.name: option.default for option in self._known.values()}
        self._debug = False
        self._desk: Desk | None = None
        self._loaded, self._ready = threading.Event(), threading.Event()
        self._loader: threading.Thread | None = None
        self._fault: BaseException | None = None
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

    def close(self) -> None:
        """Stop whatever is under way."""
        if self._thinking is not None:
            self._thinking.stop()
            if self._ready.is_set():
                self._thinking.join()

    @property
    def compiling(self) -> bool:
        """Whether something is under way that cannot be stopped."""
        return self._loader is not None and self._loader.is_alive()

    # Commands -----------------------------------------------------------------------------------

    def _uci(self, rest: str) -> None:
        self._say(
            f"id name Counterplay {self._version}",
            "id author the authors of Counterplay",
            *(f"option {option}" for option in self._known.values()),
            "uciok",
        )
        self._load()

    def _set_debug(self, rest: str) -> None:
        if rest not in ("on", "off"):
            raise InputError(f"debug is on or off, not {shortened(rest)!r}")
        self._debug = rest == "on"

    def _isready(self, rest: str) -> None:
        self._load()
        if self._ready.is_set():
            self._say("readyok")
        else:
            threading.Thread(target=self._say_ready, args=(self._ready,), daemon=True).start()

    def _say_ready(self, ready: threading.Event) -> None:
        ready.wait()
        if self._fault is not None:
            self.complain(f"the engine cannot be made: {self._fault}")
        self._say("readyok")

    def _setoption(self, rest: str) -> None:
        word, _, named = rest.partition(" ")
        name, _, value = (part.strip() for part in f"{named} ".partition(" value "))
        if word != "name" or not name:
            raise InputError("setoption: 'name', a name, 'value' and a value are needed")
        option = self._known.get(name.lower())
        if option is None:
            listed = ", ".join(option.name for option in self._known.values())
            raise InputError(f"there is no option {shortened(name)!r}: there are {listed}")
        if option.kind == "button":
            self._forget()
            return
        self._options[option.name] = option.read("" if value == "<empty>" else value)
        if option.name in BOOK and self._loader is not None:
            self._prepare_book()

    def _ucinewgame(self, rest: str) -> None:
        self._forget()

    def _forget(self) -> None:
        if self._desk is not None:
            self._desk.forget = True

    def _position(self, rest: str) -> None:
        came = time.perf_counter()
        track, is_960 = self._wait_for_desk().track, self._options["UCI_Chess960"] == "true"
        try:
            track.follow(*split_position(rest), is_960)
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
        from counterplay.protocols.uci.thinking import Thinking

        asked, wrong = parse_go(rest)
        for sentence in wrong:
            self.complain(sentence)
        if self._debug:
            self.complain(f"{asked}, position read in {1000 * spent:.1f} ms")
        if desk.track.position is None:
            self.complain("go: no position is set, so that there is no move to find")
        self._thinking = Thinking(desk, asked, self._options, self._say, self._ready, came)

    def _stop(self, rest: str) -> None:
        if self._thinking is not None:
            self._thinking.stop()

    def _ponderhit(self, rest: str) -> None:
        if self._thinking is not None:
            self._thinking.hit()

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
        """Begin to load and compile, in a thread of its own."""
        if self._loader is None:
            self._loader = threading.Thread(target=self._make, daemon=True)
            self._loader.start()

    def _make(self) -> None:
        ready = self._ready
        timer = threading.Timer(
            PATIENCE, self.complain, ("compiling the search, if this is the first time …",)
        )
        timer.daemon = True
        try:
            from counterplay.protocols.uci.desk import Desk

            self._desk = Desk(self._game)
            self._loaded.set()
            timer.start()
            self._desk.compile()
            self._desk.engine(self._options)
            self._open_book()
        except BaseException as error:
            self._fault = error
        finally:
            timer.cancel()
            self._loaded.set()
            ready.set()

    def _prepare_book(self) -> None:
        """Open the book before the next `readyok`, in a thread of its own."""
        before, self._ready = self._ready, threading.Event()

        def prepare(ready: threading.Event) -> None:
            before.wait()
            self._open_book()
            ready.set()

        threading.Thread(target=prepare, args=(self._ready,), daemon=True).start()

    def _open_book(self) -> None:
        try:
            if self._desk is not None:
                self._desk.book(self._options)
        except CounterplayError as error:
            self.complain(str(error))

    def _wait_for_desk(self) -> Desk:
        self._load()
        self._loaded.wait()
        if self._desk is None:
            raise InputError(f"the engine cannot be made: {self._fault}")
        return self._desk


def run(source: BinaryIO, out: BinaryIO, version: str) -> None:
    """Speak UCI until `quit`, the end of the input, or a broken pipe."""
    program = Uci(Speaker(out), version)
    with contextlib.suppress(KeyboardInterrupt):
        serve(read_lines(source), program.commands, program.complain)
    program.close()
    if program.compiling:  # which nothing can stop
        out.flush()
        os._exit(0)


def main(version: str) -> None:
    """UCI on the standard streams."""
    run(sys.stdin.buffer, sys.stdout.buffer, version)
