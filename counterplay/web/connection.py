"""One page's connection: it asks, and is told what happens in the room that it watches.

Messages are handled one after the other, and each at once: what takes long is a task of its own.
The messages to the page wait in a queue; a page that does not take them is let go.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.web.analysis import Looking
from counterplay.web.files import save_game
from counterplay.web.messages import (
    LONGEST_MOVE,
    name_of,
    number_of,
    player_of,
    read_message,
    seats_of,
    text_of,
)
from counterplay.web.rooms import LONGEST_FAULT, Room, new_room
from counterplay.web.state import FAILED, State
from counterplay.web.trace import read_trace

LOG = logging.getLogger(__name__)

RATE, BURST = 20.0, 60.0
"""Messages a second that a page may send, and how many at once; what is more has to wait."""
MOST_QUEUED = 200
MOST_LINES = 5
LONGEST_ERROR = 600
"""Signs of a sentence that says what is wrong, which may cite what was sent."""


def short(text: str) -> str:
    """A sentence as long as a page shows it."""
    return text if len(text) <= LONGEST_ERROR else f"{text[: LONGEST_ERROR - 2]} …"


class Watching:
    """A connection; `tell` sends to the page, `hear` takes what it sends."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_QUEUED)
        self.is_lost = asyncio.Event()
        self.room: Room | None = None
        self._looking = Looking(state, self.tell)
        self._allowed, self._since = BURST, time.monotonic()
        self._answers: dict[str, Callable[[dict[str, Any]], Coroutine[Any, Any, None]]] = {
            "new": self._new,
            "join": self._join,
            "leave": self._leave,
            "show": self._show,
            "move": self._move,
            "back": self._back,
            "resign": self._resign,
            "seats": self._seats,
            "save": self._save,
            "analyse": self._analyse,
            "review": self._review,
            "explore": self._explore,
            "stop": self._stop,
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
        await self._wait_turn()
        try:
            message = read_message(frame)
            answer = self._answers.get(message["type"])
            if answer is None:
                raise InputError(f"{message['type'][:40]!r} is nothing that can be asked for")
            await answer(message)
        except CounterplayError as error:
            self.tell({"type": "error", "text": short(str(error))})
            if self.room is not None:
                self.tell(self.room.as_json())
        except Exception:
            LOG.exception("a message failed: %.200r", frame)
            self.tell({"type": "error", "text": FAILED})

    async def _wait_turn(self) -> None:
        """Let a page that sends too much wait: what it sends is not read meanwhile."""
        now = time.monotonic()
        self._allowed = min(BURST, self._allowed + RATE * (now - self._since)) - 1
        self._since = now
        if self._allowed < 0:
            await asyncio.sleep(-self._allowed / RATE)

    # Rooms --------------------------------------------------------------------------------------

    async def _new(self, message: dict[str, Any]) -> None:
        await self._open(message, "")

    async def _join(self, message: dict[str, Any]) -> None:
        """Enter a room; one that is forgotten here is made again from what the page knows."""
        id = name_of(message, "room")
        room = self.state.rooms.get(id)
        if room is not None:
            self._enter(room)
        elif "game" in message:
            await self._open(message, id)
        else:
            raise InputError("this game is not on the server any more")

    async def _open(self, message: dict[str, Any], id: str) -> None:
        game = self.state.game(text_of(message, "game"))
        if id:
            self._forget_who_is_gone(message, self.state.levels_of(game))
        seats = seats_of(message, game.facts.players, self.state.levels_of(game))
        text, seed = text_of(message, "position", ""), number_of(message, "seed", 0, 2**32, 0)
        resigned = player_of(message, "resigned", game.facts.players)
        fault = text_of(message, "fault", "", LONGEST_FAULT)
        made = await self.state.thinkers.read(
            lambda: new_room(game, text, seats, id, seed, resigned, fault)
        )
        self._enter(self.state.rooms.add(made))

    def _forget_who_is_gone(self, message: dict[str, Any], levels: int) -> None:
        """A page may remember an opponent whom this server has not: a person sits there then."""
        seats = message.get("seats")
        if isinstance(seats, list) and any(type(n) is int and n > levels for n in seats):
            message["seats"] = [0 if type(n) is int and n > levels else n for n in seats]
            text = "An opponent of this game is not here any more: choose another."
            self.tell({"type": "notice", "text": text})

    def _enter(self, room: Room) -> None:
        self.leave()
        self.room = room
        room.watchers.add(self)
        self.tell(room.as_json())
        self.state.go_on(room)

    async def _leave(self, message: dict[str, Any]) -> None:
        self.leave()

    def leave(self) -> None:
        """The page looks elsewhere, or is gone: nobody waits for what it asked for."""
        self._looking.end()
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
        room.play(
            text_of(message, "move", most=LONGEST_MOVE), number_of(message, "ply", 0, 1 << 20)
        )
        self.state.changed(room)

    async def _back(self, message: dict[str, Any]) -> None:
        room = self._here()
        room.take_back(number_of(message, "ply", 0, 1 << 20))
        self.state.changed(room)

    async def _resign(self, message: dict[str, Any]) -> None:
        room = self._here()
        room.resign(number_of(message, "player", 0, len(room.seats) - 1))
        self.state.changed(room)

    async def _seats(self, message: dict[str, Any]) -> None:
        room = self._here()
        room.seat(seats_of(message, len(room.seats), self.state.levels_of(room.game)))
        self.state.changed(room)

    async def _save(self, message: dict[str, Any]) -> None:
        """The game as a file, in the format that others read."""
        room = self._here()
        self._require_open(room)
        name, text = await self.state.thinkers.read(
            lambda: save_game(room.game, room.position, room.paid, self.state.players_of(room))
        )
        self.tell({"type": "saved", "name": name, "text": text})

    def _require_open(self, room: Room) -> None:
        if room.game.facts.hidden and not room.over:
            raise InputError("this would tell what players hide from each other: wait for the end")

    async def _ping(self, message: dict[str, Any]) -> None:
        self.tell({"type": "pong"})

    # Looking ------------------------------------------------------------------------------------

    async def _analyse(self, message: dict[str, Any]) -> None:
        room = self._here()
        ply = number_of(message, "ply", 0, room.ply)
        self._looking.position(room, ply, number_of(message, "lines", 1, MOST_LINES, 3))

    async def _review(self, message: dict[str, Any]) -> None:
        self._looking.game(self._here())

    async def _explore(self, message: dict[str, Any]) -> None:
        """What was played before in the position at a ply."""
        room, archive = self._here(), self.state.archive
        ply = number_of(message, "ply", 0, room.ply)
        if archive is None:
            raise InputError("this server keeps no games")
        self._require_open(room)
        position = room.position.undo(room.ply - ply)
        moves = await self.state.thinkers.read(lambda: archive.explored(position))
        self.tell({"type": "explored", "ply": ply, "moves": moves})

    async def _trace(self, message: dict[str, Any]) -> None:
        self._looking.tree(read_trace(message, self.state))

    async def _stop(self, message: dict[str, Any]) -> None:
        self._looking.end()
