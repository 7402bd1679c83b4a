"""Opponents that the workers share between games: players of a level, and untrusted guests."""

from __future__ import annotations

import secrets
import threading
import time

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.players.levels import Level, LevelPlayer

GRACE = 4.0
"""Seconds over its time limit after which a guest is taken to hang."""
START_SECONDS = 20.0
"""Extra seconds for the first move of a game, when the guest's program may have to start."""
TICK = 0.02


class Opponent:
    """A player of a level."""

    is_spent = False
    """Whether it must not be used again."""

    def __init__(self, level: Level, game: Game) -> None:
        self.level = level
        self._player: LevelPlayer = level.player(game)
        self._table: str | None = None

    def move(self, position: Position, table: str, stop: threading.Event) -> int:
        """Its move. In another game, or after an error, it starts over."""
        if table != self._table:
            self._player.new_game(secrets.token_hex(8))
        self._table = None
        move = self._player.move(position)
        self._table = table
        return move

    def close(self) -> None:
        self._player.close()


class Guest(Opponent):
    """A guest: another program, or a player of the user's own. It runs in a thread that can be
    abandoned: if it takes too long, or is stopped, its program is ended."""

    def move(self, position: Position, table: str, stop: threading.Event) -> int:
        allowed = (self.level.limit.time or 0.0) + GRACE
        until = time.monotonic() + allowed + (START_SECONDS if table != self._table else 0.0)
        found: list[int | BaseException] = []
        done = threading.Event()

        def think() -> None:
            try:
                found.append(super(Guest, self).move(position, table, stop))
            except BaseException as error:
                found.append(error)
            done.set()

        threading.Thread(target=think, name="counterplay-guest-thinks", daemon=True).start()
        while not done.wait(TICK):
            if stop.is_set() or time.monotonic() > until:
                self.is_spent = True
                self.close()
                raise InputError(f"no move in {allowed:.3g} s")
        if isinstance(found[0], Exception):
            raise found[0]
        if isinstance(found[0], BaseException):
            raise CounterplayError(f"{type(found[0]).__name__} instead of a move")
        return found[0]
