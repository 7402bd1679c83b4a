"""Any UCI program as a player: `uci:stockfish:option.Hash=64`, `uci:/usr/games/gnuchess --uci`.

The program runs beside the match. It is told the clocks, or seconds, plies and nodes for a move.
One that ends, says nothing in its time or makes an illegal move loses the game by it, and is
started again for the next.
"""

from __future__ import annotations

from counterplay.arena.clock import MARGIN, Clocks
from counterplay.arena.players.base import Thought
from counterplay.arena.spec import Spec
from counterplay.core.errors import InputError, UnfitError
from counterplay.core.game import Game
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.protocols.process import ProgramError
from counterplay.protocols.program import Program
from counterplay.protocols.uci import moves

CHESS960 = "UCI_Chess960"
GRACE = 2.0
"""Seconds beyond its time after which a program that has not moved is taken to hang."""
PATIENCE = 600.0
"""Seconds for a move that is limited by plies or nodes alone; `patience=` says otherwise."""


class UciPlayer:
    """A program and what it was last told."""

    def __init__(self, spec: Spec, game: Game) -> None:
        self._spec, self._game = spec, game
        self._refuse()
        self._patience = _patience(spec)
        self._program: Program | None = None
        self._is_960 = False
        self._fault: ProgramError | None = None
        self._told: tuple[str, list[str], Position | None] = ("", [], None)
        try:
            self._start()
        except (ProgramError, InputError) as error:
            self.close()
            raise InputError(f"player {spec.text!r}: {error}") from None

    def _refuse(self) -> None:
        spec = self._spec
        if not moves.speaks_uci(self._game):
            raise UnfitError(
                f"player {spec.text!r}: {self._game.name} has no moves in UCI's form; "
                f"{', '.join(moves.GAMES)} has"
            )
        names = [name for name, _ in spec.settings if name != "patience"]
        names += [name for name in ("evaluator", "weights") if getattr(spec, name)]
        if names:
            raise InputError(
                f"player {spec.text!r}: a UCI program has no setting {names[0]!r}; its own options "
                f"are set by option.NAME=…, and there are name, time, depth, nodes and patience"
            )

    def _start(self) -> Program:
        self._program = Program(self._spec.command)
        self._is_960 = False
        self._program.set(dict(self._spec.options))
        self._program.ready()
        return self._program

    def new_game(self, seed: str) -> None:
        """A program that has ended is started again; if that fails, it loses this game too."""
        self._fault, self._told = None, ("", [], None)
        try:
            program = self._program
            if program is None or not program.alive:
                self.close()
                program = self._start()
            program.new_game()
        except ProgramError as error:
            self.close()
            self._fault = error

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        if self._fault is not None:
            raise self._fault
        assert self._program is not None
        where = self._where(position)
        timed = clocks if limit.clock is not None else None
        found = self._program.go(where, _limits(limit, timed), self._longest(limit, timed))
        return Thought(found.move, found.depth, found.nodes)

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    def _where(self, position: Position) -> str:
        """The line that tells the program where the game stands."""
        start, shown, before = self._told
        if before is None or before.moves != position.moves[: len(before.moves)]:
            start, shown = moves.show_start(position), []
            self._set_960(start)
        for state, move in zip(
            position.past[len(shown) :], position.moves[len(shown) :], strict=True
        ):
            shown.append(moves.show_move(state, move, self._is_960))
        self._told = start, shown, position
        return " ".join(["position", start, *(["moves", *shown] if shown else [])])

    def _set_960(self, start: str) -> None:
        """Whether castling is written onto the rook, as the program has to know."""
        assert self._program is not None
        wanted = moves.is_chess960_start(start)
        if wanted != self._is_960:
            try:
                self._program.set({CHESS960: str(wanted).lower()})
            except InputError as error:
                raise ProgramError(f"it does not play Chess960: {error}") from None
            self._is_960 = wanted

    def _longest(self, limit: Limit, clocks: Clocks | None) -> float:
        """After so many seconds the program is taken to hang."""
        times = [] if limit.time is None else [limit.time]
        times += [] if clocks is None else [clocks.left[clocks.seat] + MARGIN]
        return min(times) + GRACE if times else self._patience


def _limits(limit: Limit, clocks: Clocks | None) -> str:
    """The words after `go`."""
    words = []
    if clocks is not None:
        for side, left in zip("wb", clocks.left, strict=True):
            words.append(f"{side}time {_milliseconds(left)}")
            if clocks.increment:
                words.append(f"{side}inc {_milliseconds(clocks.increment)}")
    if limit.time is not None:
        words.append(f"movetime {_milliseconds(limit.time)}")
    words += [f"depth {limit.depth}"] if limit.depth is not None else []
    words += [f"nodes {limit.nodes}"] if limit.nodes is not None else []
    return " ".join(words)


def _milliseconds(seconds: float) -> int:
    return max(int(seconds * 1000), 1)


def _patience(spec: Spec) -> float:
    text = dict(spec.settings).get("patience", str(PATIENCE))
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise InputError(
            f"player {spec.text!r}: patience={text} is not a number of seconds above 0"
        )
    return seconds
