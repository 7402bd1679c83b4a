"""The engine as a GTP program for one game. Commands are answered one after the other."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.results import Result
from counterplay.protocols.engine_options import (
    WITHOUT_DEPTH,
    EngineOptions,
    method_of,
    playable_methods,
    unused,
)
from counterplay.protocols.gtp import analysis
from counterplay.protocols.gtp.clock import (
    Clocks,
    Control,
    Left,
    read_count,
    read_limit,
    read_seconds,
)
from counterplay.protocols.gtp.play import Play
from counterplay.protocols.gtp.text import answer_lines, player_of, split_line
from counterplay.protocols.lines import Closing, Speaker, run, serve
from counterplay.protocols.loading import Loading
from counterplay.protocols.moves import show_move
from counterplay.protocols.thinking import Thinking
from counterplay.session import Session

UNKNOWN = "unknown command"
Command = Callable[[list[str]], str]


def refuse_unfit(game: Game) -> None:
    """Raise UnfitError for a game that GTP cannot express."""
    if game.facts.players != 2:
        raise UnfitError(f"{game.name} is for {game.facts.players} players, and GTP for two")
    playable_methods(game)
    if game.facts.chance:
        raise UnfitError(f"{game.name} has chance in it, which GTP cannot tell: use ugi")


def refuse_limit(game: Game, options: EngineOptions, limit: Limit) -> None:
    """Raise InputError for options and limits that the method cannot use."""
    method = method_of(game, options)
    for sentence in unused(game, options):
        raise InputError(f"{sentence}: ask for no more, or for another method")
    if limit.depth is not None and method in WITHOUT_DEPTH:
        raise InputError(f"{method} has no depth to be limited: give it time or nodes")


class Gtp:
    """A conversation: a game, its clocks, and sometimes a running analysis."""

    def __init__(
        self, say: Speaker, version: str, game: Game, options: EngineOptions, limit: Limit
    ) -> None:
        refuse_unfit(game)
        refuse_limit(game, options, limit)
        self._say, self._version, self._options = say, version, options
        self._limit = self._own_limit = limit
        self._number = ""
        """The id of the current command."""
        self._analysis: Thinking | None = None
        self._clocks, self._play = Clocks(), Play(game)
        self._begin()
        play = self._play
        functions: dict[str, Command] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Counterplay",
            "version": lambda words: self._version,
            "known_command": self._known_command,
            "list_commands": lambda words: "\n".join(self.commands),
            "quit": lambda words: "",
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": play.play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": play.undo,
            "showboard": play.showboard,
            "all_legal": play.all_legal,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": play.final_score,
            "counterplay-position": play.set_position,
            "counterplay-limit": self._set_limit,
        }
        self.commands: dict[str, Callable[[str], None]] = {
            name: partial(self._carry_out, f) for name, f in functions.items()
        }
        for name in ("analyze", analysis.LEELA, "kata-analyze"):
            self.commands[name] = partial(self._analyze, name)
        self.commands["quit"] = self._quit

    def listen(self, lines: Iterator[str]) -> None:
        serve(self._heard(lines), self.commands, self.complain, UNKNOWN)

    def complain(self, text: str) -> None:
        """Answer that a command failed, with the reason."""
        self._say(*answer_lines("?", self._number, " ".join(text.split())))

    @property
    def compiling(self) -> bool:
        return self._loading.under_way

    def close(self) -> None:
        """Stop a running analysis."""
        self._end_analysis()

    def _heard(self, lines: Iterator[str]) -> Iterator[str]:
        """The commands without their ids. Any line, even an empty one, ends an analysis."""
        for line in lines:
            self._loading.begin()
            self._end_analysis()
            self._number, command = split_line(line)
            yield command or ("?" if self._number else "")

    def _carry_out(self, command: Command, rest: str) -> None:
        self._say(*answer_lines("=", self._number, command(rest.split())))

    def _quit(self, rest: str) -> None:
        self._say(*answer_lines("=", self._number, ""))
        raise Closing

    def _known_command(self, words: list[str]) -> str:
        return "true" if words and words[0] in self.commands else "false"

    def _begin(self) -> None:
        """Open a session for the game. It is compiled while commands are answered."""
        session = self._session = Session(self._play.game)
        self._options.apply(session)
        self._loading = Loading(session.prepare, mention)

    def _boardsize(self, words: list[str]) -> str:
        if self._play.resize(words):
            self._begin()
        return self._restart()

    def _komi(self, words: list[str]) -> str:
        if self._play.set_komi(words):
            self._begin()
        return ""

    def _clear_board(self, words: list[str]) -> str:
        """Wait until the engine is ready, so that compiling takes no time of the game."""
        self._wait()
        return self._restart()

    def _restart(self) -> str:
        self._play.clear()
        self._session.new_game()
        self._clocks.restart()
        return ""

    # Thinking -----------------------------------------------------------------------------------

    def _genmove(self, words: list[str]) -> str:
        came = time.perf_counter()
        player = self._player(words, "genmove")
        position = self._play.turned(player, "genmove")
        came += self._wait()  # no clock runs while kernels are compiled
        found = self._think(position, self._clocks.limit(player, self._limit))
        self._play.moved(position.play(found.move))
        self._clocks.spend(player, time.perf_counter() - came)
        return show_move(position, found.move)

    def _reg_genmove(self, words: list[str]) -> str:
        """The same move each time: forget earlier searches first."""
        position = self._play.turned(self._player(words, "reg_genmove"), "reg_genmove")
        self._wait()
        self._session.new_game()
        return show_move(position, self._think(position, self._limit).move)

    def _player(self, words: list[str], command: str) -> int:
        if len(words) != 1:
            raise InputError(f"syntax error: {command}: a colour is needed")
        return player_of(self._play.game, words[0])

    def _think(self, position: Position, limit: Limit) -> Result:
        return self._session.move(position, limit, lines=self._options.lines)

    def _wait(self) -> float:
        """Wait for the engine. Return the seconds that it took."""
        started = time.perf_counter()
        self._loading.begin()
        self._loading.ready.wait()
        if self._loading.fault is not None:
            raise InputError(f"the engine cannot be made: {self._loading.fault}")
        return time.perf_counter() - started

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise InputError(
                "syntax error: time_settings: seconds for the game, seconds for a period and moves "
                "in it are needed"
            )
        main, period = (read_seconds(word, "time_settings") for word in words[:2])
        self._clocks.set(Control(main, period, read_count(words[2], "time_settings")))
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise InputError("syntax error: time_left: a colour, seconds and moves are needed")
        left = Left(read_seconds(words[1], "time_left"), read_count(words[2], "time_left"))
        self._clocks.tell(player_of(self._play.game, words[0]), left)
        return ""

    def _set_limit(self, words: list[str]) -> str:
        given = read_limit(words, "counterplay-limit") if words else self._own_limit
        refuse_limit(self._play.game, self._options, given)
        self._limit = given
        return ""

    def _analyze(self, name: str, rest: str) -> None:
        asked = analysis.read_analyze(self._play.game, rest.split(), name)
        player = self._play.position.turn if asked.player is None else asked.player
        position = self._play.turned(player, name)
        self._wait()
        show = analysis.show_leela if name == analysis.LEELA else analysis.show_kata
        begun = analysis.Analysis(
            self._session, position, asked.moves, asked.interval, self._say, show
        )
        self._say(f"={self._number}")
        self._analysis = begun.thinking
        self._analysis.start()

    def _end_analysis(self) -> None:
        if self._analysis is not None:
            self._analysis.stop()
            self._analysis.join()
            self._analysis = None


def mention(text: str) -> None:
    """Write a remark to the error stream: GTP has no other place for it."""
    print(text, file=sys.stderr, flush=True)


def main(version: str, game: Game, options: EngineOptions, limit: Limit) -> None:
    """GTP on the standard streams."""
    run(lambda say: Gtp(say, version, game, options, limit))
