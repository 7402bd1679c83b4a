"""One page's connection: it asks, and is told what happens in the room that it watches.

Messages are handled one after the other, and each at once: what takes long is a task of its own.
The messages to the page wait in a queue; a page that does not take them is let go.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

from counterplay.core.errors import CounterplayError, InputError
from counterplay.core.limits import Limit
from counterplay.core.position import Position
from counterplay.core.results import Result
from counterplay.web.asking import number_of, read_message, seats_of, text_of
from counterplay.web.rooms import Room
from counterplay.web.state import State
from counterplay.web.words import found_json, share

RATE, BURST = 20.0, 60.0
"""Messages a second that a page may send, and how many at once."""
MOST_QUEUED = 200
LOOK_SECONDS = 30.0
REVIEW_SECONDS = 0.15
"""For each position of a game that is looked through."""
OFTEN = 0.1
"""Seconds between two reports of an analysis."""
MOST_LINES = 5
MOST_REVIEWED = 400


class Watching:
    """A connection; `tell` sends to the page, `hear` takes what it sends."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_QUEUED)
        self.is_lost = asyncio.Event()
        self.room: Room | None = None
        self._stop = threading.Event()
        self._looking: asyncio.Task[None] | None = None
        self._allowed, self._since = BURST, time.monotonic()
        self._answers: dict[str, Callable[[dict[str, Any]], Coroutine[Any, Any, None]]] = {
            "new": self._new,
            "join": self._join,
            "show": self._show,
            "move": self._move,
            "back": self._back,
            "resign": self._resign,
            "seats": self._seats,
            "analyse": self._analyse,
            "review": self._review,
            "stop": self._stop_looking,
            "trace": self._trace,
            "ping": self._ping,
        }

    def tell(self, message: dict[str, Any]) -> None:
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.is_lost.set()

    async def hear(self, frame: str) -> None:
        """Do what a message says; whatever is wrong with it is told in a sentence."""
        try:
            self._require_slow()
            message = read_message(frame)
            answer = self._answers.get(message["type"])
            if answer is None:
                raise InputError(f"{message['type'][:40]!r} is nothing that can be asked for")
            await answer(message)
        except CounterplayError as error:
            self.tell({"type": "error", "text": str(error)})
            if self.room is not None:
                self.tell(self.room.as_json())

    async def leave(self) -> None:
        """The page is gone: nobody waits for what it asked for."""
        await self._end_look()
        self._leave_room()

    def _require_slow(self) -> None:
        now = time.monotonic()
        self._allowed = min(BURST, self._allowed + RATE * (now - self._since))
        self._since = now
        if self._allowed < 1:
            raise InputError("too many messages at once: wait a moment")
        self._allowed -= 1

    # Rooms --------------------------------------------------------------------------------------

    async def _new(self, message: dict[str, Any]) -> None:
        game = self.state.game(text_of(message, "game"))
        seats = seats_of(message, game.facts.players, self.state.levels_of(game))
        position = await self._read(game.position, text_of(message, "position", ""))
        self._enter(self.state.rooms.open(game, position, seats))

    async def _join(self, message: dict[str, Any]) -> None:
        """Enter a room; one that is forgotten here is made again from what the page knows."""
        id = text_of(message, "room")
        room = self.state.rooms.get(id)
        if room is None:
            if "game" not in message:
                raise InputError("this game is not on the server any more")
            game = self.state.game(text_of(message, "game"))
            seats = seats_of(message, game.facts.players, self.state.levels_of(game))
            position = await self._read(game.position, text_of(message, "position", ""))
            seed = number_of(message, "seed", 0, 2**32, 0)
            if not 8 <= len(id) <= 64 or not id.replace("-", "").replace("_", "").isalnum():
                raise InputError("this is no name of a game")
            room = self.state.rooms.get(id) or self.state.rooms.open(
                game, position, seats, id, seed
            )
        self._enter(room)

    async def _read(self, read: Callable[[str], Position], text: str) -> Position:
        """A position from a text, which may take long to read."""
        if not text:
            return read("startpos")
        found: Position = await self.state.thinkers.aside(lambda: read(text))
        return found

    def _enter(self, room: Room) -> None:
        self._leave_room()
        self.room = room
        room.watchers.add(self)
        self.tell(room.as_json())
        self.state.go_on(room)

    def _leave_room(self) -> None:
        if self.room is not None:
            self.room.watchers.discard(self)
            self.state.left(self.room)
            self.room = None

    def _here(self) -> Room:
        if self.room is None:
            raise InputError("no game is open here")
        return self.room

    async def _show(self, message: dict[str, Any]) -> None:
        """The board at an earlier ply."""
        room = self._here()
        self.tell(room.as_json(number_of(message, "ply", 0, room.ply)))

    async def _move(self, message: dict[str, Any]) -> None:
        room = self._here()
        room.play(text_of(message, "move"), number_of(message, "ply", 0, 1 << 20))
        self.state.changed(room)

    async def _back(self, message: dict[str, Any]) -> None:
        room = self._here()
        self.state.halt(room)
        room.take_back(number_of(message, "ply", 0, 1 << 20))
        self.state.changed(room)

    async def _resign(self, message: dict[str, Any]) -> None:
        room = self._here()
        self.state.halt(room)
        room.resign(number_of(message, "player", 0, len(room.seats) - 1))
        self.state.changed(room)

    async def _seats(self, message: dict[str, Any]) -> None:
        room = self._here()
        self.state.halt(room)
        room.seat(seats_of(message, len(room.seats), self.state.levels_of(room.game)))
        self.state.changed(room)

    async def _ping(self, message: dict[str, Any]) -> None:
        self.tell({"type": "pong"})

    # Looking at positions -----------------------------------------------------------------------

    async def _analyse(self, message: dict[str, Any]) -> None:
        room = self._here()
        ply = number_of(message, "ply", 0, room.ply)
        lines = number_of(message, "lines", 1, MOST_LINES, 3)
        await self._end_look()
        position = room.position.back(room.ply - ply)
        if position.over:
            raise InputError("the game is over here: there is nothing to analyse")
        self._looking = asyncio.create_task(self._look(room, position, ply, lines))

    async def _look(self, room: Room, position: Position, ply: int, lines: int) -> None:
        loop, last = asyncio.get_running_loop(), [0.0]

        def show(found: Result, done: bool = False) -> None:
            room.shares[ply] = share(found)
            self.tell({"type": "analysis", "ply": ply, "done": done, **found_json(found)})

        def report(found: Result) -> None:
            now = time.monotonic()
            if now - last[0] >= OFTEN:
                last[0] = now
                loop.call_soon_threadsafe(show, found)

        warning = asyncio.create_task(self.state.warn_if_slow(room.game, self.tell))
        limit = Limit(time=LOOK_SECONDS)
        try:
            found = await self.state.thinkers.look(position, limit, lines, self._stop, report)
            show(found, done=True)
        except CounterplayError as error:
            self.tell({"type": "error", "text": str(error)})
        finally:
            warning.cancel()

    async def _review(self, message: dict[str, Any]) -> None:
        """Look through a whole game, ply by ply, for the graph and the moves that lost most."""
        room = self._here()
        await self._end_look()
        self._looking = asyncio.create_task(self._look_through(room))

    async def _look_through(self, room: Room) -> None:
        end, limit = room.position, Limit(time=REVIEW_SECONDS)
        plies = range(max(0, room.ply - MOST_REVIEWED), room.ply + 1)
        for ply in plies:
            position = end.back(len(end.moves) - ply)
            known = await self.state.worth(position, limit, self._stop)
            if self._stop.is_set():
                return
            if known is not None:
                room.shares[ply] = known[0]
                self.tell({"type": "reviewed", "ply": ply, "share": known[0], "best": known[1],
                           "verdict": known[2], "player": position.player})  # fmt: skip
        self.tell({"type": "reviewed", "done": True})

    async def _stop_looking(self, message: dict[str, Any]) -> None:
        await self._end_look()

    async def _end_look(self) -> None:
        self._stop.set()
        if self._looking is not None and not self._looking.done():
            self._looking.cancel()
        self._looking, self._stop = None, threading.Event()

    # The tree -----------------------------------------------------------------------------------

    async def _trace(self, message: dict[str, Any]) -> None:
        from counterplay.web.tracing import read_trace

        ask = read_trace(message, self.state)
        await self._end_look()

        async def draw() -> None:
            try:
                self.tell({"type": "tree", **await self.state.thinkers.aside(ask)})
            except CounterplayError as error:
                self.tell({"type": "error", "text": str(error)})

        self._looking = asyncio.create_task(draw())
