"""Other programs as players: `uci:stockfish:option.Hash=64`, `gtp:PROGRAM --mode gtp`.

A program runs in its own process. If it exits, does not answer in time or makes an illegal move, it
loses the game and is started again for the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from counterplay.core.game.errors import InputError, UnfitError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Thought
from counterplay.players.clock import MARGIN, Clocks
from counterplay.players.spec import Spec
from counterplay.protocols.process import ProgramError

GRACE = 2.0
"""A program that has not answered this many seconds after its time is ended."""
PATIENCE = 600.0
"""Seconds to wait for a move if there is no time limit. The setting `patience` changes it."""


class RunningProgram(Protocol):
    """A running program, and the position it was last told."""

    @property
    def alive(self) -> bool: ...

    def new_game(self) -> None: ...

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        """Return its move. Ends the program if there is none after `seconds`."""

    def close(self) -> None: ...


Start = Callable[[Spec, Game, Limit], RunningProgram]
"""Starts a program. Raises an error if it cannot play the game, or obey the limit."""


class ProgramPlayer:
    """A program that is started again after it has exited. `own` are settings of its kind."""

    def __init__(
        self, spec: Spec, game: Game, limit: Limit, start: Start, own: Sequence[str] = ()
    ) -> None:
        refuse_settings(spec, own)
        self._patience = _patience(spec)
        self._start = partial(start, spec, game, spec.limit or limit)
        self._fault: ProgramError | None = None
        self._program: RunningProgram | None = None
        try:
            self._program = self._start()
        except UnfitError as error:
            raise UnfitError(f"player {spec.text!r}: {error}") from None
        except (ProgramError, InputError) as error:
            raise InputError(f"player {spec.text!r}: {error}") from None

    def new_game(self, seed: str) -> None:
        """Start the program again if needed. If that fails, it loses this game too."""
        self._fault = None
        try:
            if self._program is None or not self._program.alive:
                self.close()
                self._program = self._start()
            self._program.new_game()
        except ProgramError as error:
            self.close()
            self._fault = error

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        if self._fault is not None:
            raise self._fault
        assert self._program is not None
        timed = clocks if limit.clock is not None else None
        return self._program.think(position, limit, timed, self._longest(limit, timed))

    def close(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    def _longest(self, limit: Limit, clocks: Clocks | None) -> float:
        """The seconds after which the program is ended."""
        times = [] if limit.time is None else [limit.time]
        times += [] if clocks is None else [clocks.left[clocks.seat] + MARGIN]
        return min(times) + GRACE if times else self._patience


def refuse_settings(spec: Spec, own: Sequence[str] = ()) -> None:
    """Refuse settings that only our own engines have."""
    names = [name for name, _ in spec.settings if name not in ("patience", *own)]
    names += [name for name in ("evaluator", "weights") if getattr(spec, name)]
    if names and own:
        raise InputError(
            f"player {spec.text!r}: {spec.kind} has no setting {names[0]!r}. It has name, path, "
            f"patience, {' and '.join(own)}"
        )
    if names:
        raise InputError(
            f"player {spec.text!r}: a {spec.kind.upper()} program has no setting {names[0]!r}. It "
            "has name, time, depth, nodes and patience; set options of the program with "
            "option.NAME=VALUE"
        )


def _patience(spec: Spec) -> float:
    text = dict(spec.settings).get("patience", str(PATIENCE))
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e9:
        raise InputError(
            f"player {spec.text!r}: patience={text} must be a number of seconds above 0"
        )
    return seconds
