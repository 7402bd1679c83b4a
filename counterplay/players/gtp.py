"""GTP programs as players of board games for two, in the game's own notation.

The protocol knows no depth and no nodes, whole seconds, and no position but the start. A program
that has our own commands for these (see `protocols.gtp.server`) is told by them.
"""

from __future__ import annotations

import math

from counterplay.core.game.errors import InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Resigned, Thought
from counterplay.players.clock import Clocks
from counterplay.players.spec import Spec
from counterplay.protocols.gtp.board import sides_of
from counterplay.protocols.gtp.program import GtpProgram
from counterplay.protocols.gtp.server import refuse_unfit
from counterplay.protocols.gtp.text import colours_of
from counterplay.protocols.moves import START, one_word, play_move, show_start
from counterplay.protocols.process import ProgramError

NEEDED = ("clear_board", "play", "genmove")
LIMIT, POSITION = "counterplay-limit", "counterplay-position"
RESIGN = "resign"


class GtpPartner:
    """A GTP program and what it was last told."""

    def __init__(self, spec: Spec, game: Game, limit: Limit) -> None:
        refuse_unfit(game)
        if spec.options:
            raise InputError("GTP has no options to be set: give them in the program's command")
        self._game, self._colours = game, colours_of(game)
        self._program = GtpProgram(spec.command)
        self._told: Position | None = None
        self._pace = ""
        try:
            self._refuse(limit)
        except BaseException:
            self.close()
            raise

    def _refuse(self, limit: Limit) -> None:
        """Refuse a program that lacks a command without which there is no game."""
        lacking = [name for name in NEEDED if not self._program.knows(name)]
        if lacking:
            raise ProgramError(f"{self._program.name or 'it'} has no command {lacking[0]}")
        if (limit.depth or limit.nodes) and not self._program.knows(LIMIT):
            raise InputError("GTP cannot tell a program plies or nodes: give it time=…, or a clock")

    @property
    def alive(self) -> bool:
        return self._program.alive

    def new_game(self) -> None:
        self._told, self._pace = None, ""
        sides = sides_of(self._game)
        if sides is not None and sides[0] == sides[1] and self._program.knows("boardsize"):
            self._program.ask(f"boardsize {sides[0]}")
        self._program.ask("clear_board")
        self._told = Position(self._game, self._game.initial())

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        self._follow(position)
        self._tell_time(limit, clocks)
        answer = self._program.ask(f"genmove {self._colours[position.turn]}", seconds)
        if answer.lower() == RESIGN:
            raise Resigned
        after = play_move(position, answer)
        self._told = after
        return Thought(answer if after is None else after.moves[-1])

    def close(self) -> None:
        self._program.close()

    def _follow(self, position: Position) -> None:
        """Tell the program all moves that it does not know of yet."""
        told = self._told
        if told is None or not is_on_the_way(told, position):
            self._begin(position)
            told = position.undo(len(position.moves))
        new = slice(len(told.moves), None)
        for state, move in zip(position.past[new], position.moves[new], strict=True):
            colour = self._colours[self._game.player(state)]
            word = one_word(self._game.show_move(state, move))
            self._program.ask(f"play {colour} {word}")
        self._told = position

    def _begin(self, position: Position) -> None:
        """Set up the state that a position's path began at."""
        start = show_start(position)
        if start == START:
            self._program.ask("clear_board")
        elif self._program.knows(POSITION):
            self._program.ask(f"{POSITION} {start.removeprefix('fen ')}")
        else:
            raise ProgramError(f"it cannot begin at {start.removeprefix('fen ')}, in GTP")

    def _tell_time(self, limit: Limit, clocks: Clocks | None) -> None:
        """What there is for the next move, as far as the program can be told."""
        exact = self._program.knows(LIMIT)
        if exact:
            given = (("time", limit.time), ("depth", limit.depth), ("nodes", limit.nodes))
            words = [f"{name} {value:g}" for name, value in given if value is not None]
            self._tell_pace(" ".join([LIMIT, *words]))
        if clocks is None:
            if not exact and limit.time is not None:
                self._tell_pace(f"time_settings 0 {math.ceil(limit.time)} 1")
            return
        for seat, (colour, left) in enumerate(zip(self._colours, clocks.left, strict=True)):
            told = f"{left:.3f}" if exact else str(max(int(left), 1))
            if seat == 0 and not self._pace.startswith("time_settings"):
                self._tell_pace(f"time_settings {told} 0 0")
            if self._program.knows("time_left"):
                self._program.ask(f"time_left {colour} {told} 0")

    def _tell_pace(self, command: str) -> None:
        """A command that holds until another is given, if the program has it."""
        if command != self._pace and self._program.knows(command.split()[0]):
            self._program.ask(command)
            self._pace = command


def is_on_the_way(one: Position, other: Position) -> bool:
    """Whether a position is on the path to another."""
    encode = one.game.shape.encode
    first, same = (encode(p.past[0] if p.past else p.state) for p in (one, other))
    return bool(first == same) and one.moves == other.moves[: len(one.moves)]
