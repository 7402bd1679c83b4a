"""GTP programs as players of board games for two, in the game's own notation.

GTP has no limits of depth and nodes, only whole seconds, and games start at the initial position.
Our own programs have additional commands for these (see `protocols.gtp.server`).
"""

from __future__ import annotations

import math
from functools import partial

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Resigned, Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.protocols.gtp.board import KOMI, sides_of
from counterplay.protocols.gtp.program import GtpProgram
from counterplay.protocols.gtp.server import refuse_unfit
from counterplay.protocols.gtp.text import colours_of
from counterplay.protocols.moves import START, one_word, play_move, show_start
from counterplay.protocols.passes import PassTeller, is_pass
from counterplay.protocols.process import ProgramError

NEEDED = ("clear_board", "play", "genmove")
LIMIT, POSITION = "counterplay-limit", "counterplay-position"
RESIGN = "resign"


class RunningGtpProgram:
    """A running GTP program, and the position it was last told."""

    def __init__(self, spec: Spec, game: Game, limit: Limit) -> None:
        refuse_unfit(game)
        if spec.options:
            raise InputError("GTP has no options: pass them as arguments of the program")
        self._game, self._colours = game, colours_of(game)
        self._program = GtpProgram(spec.command)
        self._passes = PassTeller()
        self._position: Position | None = None
        self._time_setting = ""
        try:
            self._require_commands(limit)
        except BaseException:
            self.close()
            raise

    def _require_commands(self, limit: Limit) -> None:
        """Refuse a program that lacks a command that a game or the limit needs."""
        lacking = [name for name in NEEDED if not self._program.knows(name)]
        if lacking:
            raise ProgramError(f"{self._program.name or 'it'} has no command {lacking[0]}")
        if (limit.depth or limit.nodes) and not self._program.knows(LIMIT):
            raise InputError("GTP has no limit of depth or nodes: use time=SECONDS or a clock")

    @property
    def alive(self) -> bool:
        return self._program.alive

    def new_game(self) -> None:
        self._position, self._time_setting = None, ""
        sides = sides_of(self._game)
        if sides is not None and sides[0] == sides[1] and self._program.knows("boardsize"):
            self._program.ask(f"boardsize {sides[0]}")
        self._program.ask("clear_board")
        komi = self._game.parameters.get(KOMI)
        if komi is not None and self._program.knows(KOMI):
            self._program.ask(f"{KOMI} {komi.value}")
        self._position = Position(self._game, self._game.initial())

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        self._follow(position)
        self._tell_time(limit, clocks)
        answer = self._program.ask(f"genmove {self._colours[position.turn]}", seconds)
        if answer.lower() == RESIGN:
            raise Resigned
        after = play_move(position, answer)
        self._position = after
        return Thought(answer if after is None else after.moves[-1])

    def close(self) -> None:
        self._program.close()

    def _follow(self, position: Position) -> None:
        """Tell the program the moves that it does not know yet."""
        known = self._position
        if known is None or not is_on_the_way(known, position):
            self._begin(position)
            known = position.undo(len(position.moves))
        new = slice(len(known.moves), None)
        for state, move in zip(position.past[new], position.moves[new], strict=True):
            colour = self._colours[self._game.player(state)]
            word = one_word(self._game.show_move(state, move))
            if is_pass(word):
                is_forced = len(self._game.actions(state)) == 1
                self._passes.tell(word, is_forced, partial(self._play, colour))
            else:
                self._play(colour, word)
        self._position = position

    def _play(self, colour: str, word: str) -> None:
        self._program.ask(f"play {colour} {word}")

    def _begin(self, position: Position) -> None:
        """Set up the position that the game started from."""
        start = show_start(position)
        if start == START:
            self._program.ask("clear_board")
        elif self._program.knows(POSITION):
            self._program.ask(f"{POSITION} {start.removeprefix('fen ')}")
        else:
            raise ProgramError(f"it has no GTP command to start at {start.removeprefix('fen ')}")

    def _tell_time(self, limit: Limit, clocks: Clocks | None) -> None:
        """Tell the program its time for the next move, as far as GTP can express it."""
        exact = self._program.knows(LIMIT)
        if exact:
            limits = (("time", limit.time), ("depth", limit.depth), ("nodes", limit.nodes))
            words = [f"{name} {value:g}" for name, value in limits if value is not None]
            self._set_time(" ".join([LIMIT, *words]))
        if clocks is None:
            if not exact and limit.time is not None:
                self._set_time(f"time_settings 0 {math.ceil(limit.time)} 1")
            return
        for seat, (colour, left) in enumerate(zip(self._colours, clocks.left, strict=True)):
            seconds = f"{left:.3f}" if exact else str(max(int(left), 1))
            if seat == 0 and not self._time_setting.startswith("time_settings"):
                self._set_time(f"time_settings {seconds} 0 0")
            if self._program.knows("time_left"):
                self._program.ask(f"time_left {colour} {seconds} 0")

    def _set_time(self, command: str) -> None:
        """Send a time setting, unless it is in force already or the program lacks it."""
        if command != self._time_setting and self._program.knows(command.split()[0]):
            self._program.ask(command)
            self._time_setting = command


def is_on_the_way(one: Position, other: Position) -> bool:
    """Whether `other` was reached through `one`."""
    encode = one.game.shape.encode
    first, same = (encode(p.past[0] if p.past else p.state) for p in (one, other))
    return bool(first == same) and one.moves == other.moves[: len(one.moves)]
