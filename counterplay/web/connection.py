"""One WebSocket connection: its queue of messages, its room, and its analysis.

Messages are handled one after the other. A handler returns at once: long work runs as a task.
Messages to the page wait in a queue. If the page does not read them, the connection is closed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.web.analysis import Analysis
from counterplay.web.handlers import HANDLERS
from counterplay.web.messages import Message, parse_message
from counterplay.web.own_files import outdated_json
from counterplay.web.room import Room
from counterplay.web.state import FAILED, State
from counterplay.web.study_handlers import node_to_stay_at
from counterplay.web.variants import public_name

LOG = logging.getLogger(__name__)

RATE, BURST = 20.0, 60.0
"""Messages per second that a page may send, and how many at once. More are read later."""
MOST_QUEUED = 200
"""Messages that may wait for a page."""
LONGEST_ERROR = 600
"""The most characters of an error message. It may quote what the page sent."""


class Connection:
    """A connection to one page: `receive` handles a message from it, `send` sends one to it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_QUEUED)
        self.is_lost = asyncio.Event()
        """Set when the page does not read its messages."""
        self.room: Room | None = None
        self.key = ""
        """The key that this page has for its room."""
        self.analysis = Analysis(state, self.send)
        self._allowance, self._updated = BURST, time.monotonic()

    def send(self, message: dict[str, Any]) -> None:
        """Put a message into the queue. It never blocks."""
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.is_lost.set()

    async def receive(self, frame: str) -> None:
        """Handle a message. Errors are sent to the page."""
        await self._limit_rate()
        message: Message = {}
        try:
            message = parse_message(frame)
            handler = HANDLERS.get(message["type"])
            if handler is None:
                raise InputError(f"there is no message type {message['type'][:40]!r}")
            await handler(self, message)
        except CounterplayError as error:
            self.send({"type": "error", "text": shorten(str(error))})
            if self.room is not None:
                self.room.show_to(self, node_to_stay_at(message, self.room))
        except Exception:
            LOG.exception("a message failed: %.200r", frame)
            self.send({"type": "error", "text": FAILED})

    async def _limit_rate(self) -> None:
        """Sleep if the page sends too fast. Nothing is lost: its messages are read later."""
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + RATE * (now - self._updated)) - 1
        self._updated = now
        if self._allowance < 0:
            await asyncio.sleep(-self._allowance / RATE)

    def require_room(self) -> Room:
        """The room of this connection; an error if it has none."""
        if self.room is None:
            raise InputError("no game is open here")
        return self.room

    async def introduce(self, room: Room) -> None:
        """Tell the page about the game of a room if it is a variant, which no list has."""
        if public_name(room.game) != room.game.name:
            entry = await self.state.catalogue.entry(room.game)
            self.send({"type": "game", "game": entry})

    def enter(self, room: Room, key: str) -> None:
        """Leave the current room and enter another one with a key for it."""
        self.leave()
        self.room, self.key = room, key
        if notice := outdated_json(self.state, room):
            self.send(notice)
        before = room.present
        room.connections.add(self)
        if room.present != before and room.keys.guests:
            room.show()
        else:
            room.show_to(self)
        self.state.continue_game(room)

    def leave(self) -> None:
        """Leave the room and stop the analysis."""
        self.analysis.stop()
        if self.room is not None:
            room, self.room = self.room, None
            before = room.present
            room.connections.discard(self)
            if room.present != before and room.keys.guests:
                room.show()
            self.state.connection_left(room)


def shorten(text: str) -> str:
    """The text, cut to the length of an error message."""
    return text if len(text) <= LONGEST_ERROR else f"{text[: LONGEST_ERROR - 2]} …"
