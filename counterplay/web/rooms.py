"""All rooms of the server, with a limit on their number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator

from counterplay.core.game.errors import InputError
from counterplay.web.room import Room

MOST_ROOMS = 5_000


class Rooms:
    """The rooms by id. When it is full, the least recently used room without connections goes."""

    def __init__(self, most: int = MOST_ROOMS) -> None:
        self.most = most
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def get(self, id: str) -> Room | None:
        """The room with an id, or None."""
        room = self._rooms.get(id)
        if room is not None:
            self._rooms.move_to_end(id)
        return room

    def add(self, room: Room) -> Room:
        """Add a room. If another one has its id by now, return that one."""
        if room.id not in self._rooms:
            self._make_space()
            self._rooms[room.id] = room
        return self._rooms[room.id]

    def replace(self, room: Room) -> Room:
        """Add a room instead of one with the same id that knows less of the game."""
        known = self._rooms.get(room.id)
        if known is None or known.version < room.version:
            if known is None:
                self._make_space()
            self._rooms[room.id] = room
        return self._rooms[room.id]

    def _make_space(self) -> None:
        if len(self._rooms) < self.most:
            return
        idle = next((room for room in self._rooms.values() if not room.connections), None)
        if idle is None:
            raise InputError("there are too many games on this server: try again later")
        del self._rooms[idle.id]
