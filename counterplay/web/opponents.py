"""Players who go from table to table: of a level, or guests, who are not to be trusted."""

from __future__ import annotations

import secrets
import threading
import time

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.players.levels import Level, LevelPlayer

GRACE = 4.0
"""Seconds beyond its time after which a guest that has not moved is taken to hang."""
START_SECONDS = 20.0
"""Seconds more where a guest sits down at another table, and its program may have to be started."""
TICK = 0.02


class Opponent:
    """A player of a level."""

    is_spent = False
    """Whether nobody may ask it again."""

    def __init__(self, level: Level, game: Game) -> None:
        self.level = level
        self._player: LevelPlayer = level.player(game)
        self._table: str | None = None

    def move(self, position: Position, table: str, stop: threading.Event) -> int:
        """Its move; at another table it begins anew, and after a fault too."""
        if table != self._table:
            self._player.new_game(secrets.token_hex(8))
        self._table = None
        move = self._player.move(position)
        self._table = table
        return move

    def close(self) -> None:
        self._player.close()


class Guest(Opponent):
    """Another's program or player. It thinks in a thread that nobody has to wait for: one that
    takes too long, or whose answer is not wanted any more, is left behind, its program ended."""

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
