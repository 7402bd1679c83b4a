"""What the server holds: its games, the rooms, the threads that search, and whose turn it is."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from counterplay.arena.referee import reason
from counterplay.core.game.errors import CounterplayError, GameError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.players.base import Resigned
from counterplay.presentation.words import verdict
from counterplay.web.archive import Archive
from counterplay.web.levels import Strength, strengths
from counterplay.web.rooms import Room, Rooms
from counterplay.web.words import share
from counterplay.web.workers import Thinkers

LOG = logging.getLogger(__name__)
FAILED = "the server failed at this, which is a fault of its own: its log says how"
PATIENCE = 1.5
"""Seconds of compiling after which it is mentioned."""


class State:
    """All that connections share."""

    def __init__(
        self,
        games: Mapping[str, Game],
        thinkers: Thinkers,
        rooms: Rooms,
        archive: Archive | None = None,
        guests: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.games, self.thinkers, self.rooms, self.archive = games, thinkers, rooms, archive
        self._guests = guests or {}
        self._strengths: dict[str, tuple[Strength, ...]] = {}
        self.pages = 0
        """Connections that are open."""
        self._turns: dict[str, tuple[asyncio.Task[None], threading.Event]] = {}

    def game(self, name: str) -> Game:
        if name not in self.games:
            raise InputError(f"there is no game {name[:40]!r} on this server")
        return self.games[name]

    def strengths(self, game: Game) -> tuple[Strength, ...]:
        """Who can be played against: seat 1 is the first."""
        if game.name not in self._strengths:
            self._strengths[game.name] = strengths(game, self._guests.get(game.name, ()))
        return self._strengths[game.name]

    def levels_of(self, game: Game) -> int:
        return len(self.strengths(game))

    def levels_json(self, game: Game) -> list[dict[str, Any]]:
        return [
            {"name": one.name if one.is_guest else f"engine: {one.name}", "elo": one.elo}
            for one in self.strengths(game)
        ]

    def players_of(self, room: Room) -> list[str]:
        """Who plays, as games are kept."""
        known = [{"name": "a person"}, *self.levels_json(room.game)]
        return [str(known[seat]["name"]) for seat in room.seats]

    @contextmanager
    def warning(self, game: Game, tell: Callable[[dict[str, Any]], None]) -> Iterator[None]:
        """Say that an engine is being compiled meanwhile, if it takes as long as that."""

        async def warn() -> None:
            await asyncio.sleep(PATIENCE)
            if not self.thinkers.is_made(game):
                text = f"Compiling the engine for {game.facts.title}: up to a minute, once."
                tell({"type": "notice", "text": text})

        task = asyncio.create_task(warn())
        try:
            yield
        finally:
            task.cancel()

    # Turns --------------------------------------------------------------------------------------

    def changed(self, room: Room) -> None:
        """Tell all who watch, and let the engine or chance go on if it is their turn; what the
        engine thought of before is not wanted any more."""
        self.halt(room)
        room.tell(room.as_json())
        self.go_on(room)
        if room.position.is_over:
            self._keep(room)

    def go_on(self, room: Room) -> None:
        """Let the engine or chance move while someone watches."""
        while room.draw_chance():
            room.tell(room.as_json())
        if room.level_to_move is None or room.id in self._turns or not room.watchers:
            return
        stop = threading.Event()
        task = asyncio.create_task(self._engine_moves(room, stop))
        self._turns[room.id] = (task, stop)

    def halt(self, room: Room) -> None:
        """The engine's move is not wanted any more."""
        turn = self._turns.pop(room.id, None)
        if turn is not None:
            turn[1].set()
            turn[0].cancel()

    def left(self, room: Room) -> None:
        """Somebody has left; an engine thinks for nobody."""
        if not room.watchers:
            self.halt(room)
            self._keep(room)  # now that nobody takes a resignation back
            room.rest()

    def _keep(self, room: Room) -> None:
        """Give a game that is over to the database, once."""
        moves = room.position.moves
        if self.archive is None or not room.over or not moves or room.kept == moves:
            return
        room.kept = moves
        self.thinkers.later(self.archive.keeping(room, self.players_of(room)))

    async def _engine_moves(self, room: Room, stop: threading.Event) -> None:
        position, number = room.position, room.level_to_move
        assert number is not None
        room.tell({"type": "thinking", "player": position.turn})
        strength = self.strengths(room.game)[number - 1]
        try:
            with nullcontext() if strength.is_guest else self.warning(room.game, room.tell):
                found = await self.thinkers.move(position, strength, room.id, stop)
            if stop.is_set():
                return
            if found.share is not None:
                room.shares.setdefault(room.ply, found.share)
            room.play(found.move)
            room.sources[room.ply] = found.source
        except Exception as error:
            self._turns.pop(room.id, None)
            if strength.is_guest and not isinstance(error, GameError):
                room.lose(position.turn, fault_of(error, strength.name))
                self.changed(room)
            elif isinstance(error, CounterplayError):
                room.tell({"type": "error", "text": f"the engine cannot move: {error}"})
            else:
                LOG.exception("the engine failed at %r", position)
                room.tell({"type": "error", "text": FAILED})
        else:
            del self._turns[room.id]
            self.changed(room)

    async def worth(
        self, position: Position, limit: Limit, stop: threading.Event
    ) -> tuple[float, str, str] | None:
        """How well the first player stands, the best move, and what is said of it."""
        facts = position.game.facts
        if position.is_over:
            first = position.payoffs[0] - facts.even_share
            most = facts.best - facts.even_share or 1
            return min(max(0.5 + 0.5 * first / most, 0.0), 1.0), "", "the end"
        if position.turn < 0:
            return None
        found = await self.thinkers.look(position, limit, 1, stop)
        return share(found), found.move_text, verdict(found)

    def close(self) -> None:
        for room in self.rooms:
            self._keep(room)
        for task, stop in self._turns.values():
            stop.set()
            task.cancel()
        self.thinkers.close()

    def as_json(self) -> dict[str, Any]:
        return {"rooms": len(self.rooms), "pages": self.pages, "waiting": self.thinkers.waiting}


def fault_of(error: Exception, name: str) -> str:
    """Why a guest has lost; nothing where it gave the game up."""
    return "" if isinstance(error, Resigned) else f"{name}: {reason(error)}"
