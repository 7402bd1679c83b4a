"""Other people's programs as players: `uci:stockfish:option.Hash=64`, `gtp:PROGRAM --mode gtp`.

A program runs beside the match. One that ends, says nothing in its time or makes an illegal move
loses the game by it, and is started again for the next.
"""

from __future__ import annotations

from collections.abc import Callable
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
"""Seconds beyond its time after which a program that has not moved is taken to hang."""
PATIENCE = 600.0
"""Seconds for a move that is limited by plies or nodes alone; `patience=` says otherwise."""


class Partner(Protocol):
    """A running program, spoken to in its protocol, and what it was last told."""

    @property
    def alive(self) -> bool: ...

    def new_game(self) -> None: ...

    def think(
        self, position: Position, limit: Limit, clocks: Clocks | None, seconds: float
    ) -> Thought:
        """Its move; one that has none after so many seconds is ended. `clocks` if it has any."""

    def close(self) -> None: ...


Start = Callable[[Spec, Game, Limit], Partner]
"""Starts a program; an error says why it cannot play the game within the limit."""


class ProgramPlayer:
    """A program that is started again where it has ended."""

    def __init__(self, spec: Spec, game: Game, limit: Limit, start: Start) -> None:
        refuse_settings(spec)
        self._patience = _patience(spec)
        self._start = partial(start, spec, game, spec.limit or limit)
        self._fault: ProgramError | None = None
        self._partner: Partner | None = None
        try:
            self._partner = self._start()
        except UnfitError as error:
            raise UnfitError(f"player {spec.text!r}: {error}") from None
        except (ProgramError, InputError) as error:
            raise InputError(f"player {spec.text!r}: {error}") from None

    def new_game(self, seed: str) -> None:
        """If a program cannot be started again, it loses this game too."""
        self._fault = None
        try:
            if self._partner is None or not self._partner.alive:
                self.close()
                self._partner = self._start()
            self._partner.new_game()
        except ProgramError as error:
            self.close()
            self._fault = error

    def think(self, position: Position, limit: Limit, clocks: Clocks | None = None) -> Thought:
        if self._fault is not None:
            raise self._fault
        assert self._partner is not None
        timed = clocks if limit.clock is not None else None
        return self._partner.think(position, limit, timed, self._longest(limit, timed))

    def close(self) -> None:
        if self._partner is not None:
            self._partner.close()
            self._partner = None

    def _longest(self, limit: Limit, clocks: Clocks | None) -> float:
        """After so many seconds the program is taken to hang."""
        times = [] if limit.time is None else [limit.time]
        times += [] if clocks is None else [clocks.left[clocks.seat] + MARGIN]
        return min(times) + GRACE if times else self._patience


def refuse_settings(spec: Spec) -> None:
    """Refuse what only searches of our own have."""
    names = [name for name, _ in spec.settings if name != "patience"]
    names += [name for name in ("evaluator", "weights") if getattr(spec, name)]
    if names:
        raise InputError(
            f"player {spec.text!r}: a {spec.kind.upper()} program has no setting {names[0]!r}; its "
            f"own options are set by option.NAME=…, and there are name, time, depth, nodes and "
            f"patience"
        )


def go_words(
    limit: Limit, clocks: Clocks | None, sides: tuple[str, ...], has_increment: bool = False
) -> str:
    """The words after `go`, in UCI and UGI; an increment of nothing only where one is expected."""
    words = []
    if clocks is not None:
        timed = list(zip(sides, clocks.left, strict=True))
        words += [f"{side}time {milliseconds(left)}" for side, left in timed]
        if clocks.increment or has_increment:
            increment = milliseconds(clocks.increment) if clocks.increment else 0
            words += [f"{side}inc {increment}" for side in sides]
    if limit.time is not None:
        words.append(f"movetime {milliseconds(limit.time)}")
    words += [f"depth {limit.depth}"] if limit.depth is not None else []
    words += [f"nodes {limit.nodes}"] if limit.nodes is not None else []
    return " ".join(words)


def milliseconds(seconds: float) -> int:
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
