"""Rooms: games under way, each with those who watch it.

A room is the one truth about its game. Whoever moves says which ply the move is for, so that a tab
that has fallen behind changes nothing; whatever changes is told to all tabs of the room.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.presentation.viewpoint import is_secret, viewer_of
from counterplay.web.files import read_game
from counterplay.web.view import Taken, shown_json
from counterplay.web.words import ended, printable

PERSON = 0
"""The seat of a person; 1, 2 … are the engine's levels."""
SECRET = "…"
"""Stands for a move that nobody may read yet."""
LONGEST_FAULT = 300
MOST_ROOMS = 5_000
UNSEEN: tuple[int, int, dict[str, Any]] = (-1, -1, {})


class Watcher(Protocol):
    """Someone who is told what happens in a room."""

    def tell(self, message: dict[str, Any]) -> None: ...


@dataclass(eq=False)
class Room:
    """A game, who sits at it, and who watches.

    seats      for each player PERSON, or the level at which the engine plays
    written    the moves in the game's notation, as many as the position has
    shares     by ply, how well the first player stood when somebody looked
    sources    by ply, where the engine's move came from
    resigned   who has given the game up, or lost it by a fault of its own
    fault      what that was
    taken      by ply, what was taken from the board by the move before, as far as it was shown
    version    grows with every change
    kept       the moves of the game that the database has been given last; of a room that
               begins at the end of a game, that one's, which was not played here
    begun      where the game began, as text
    """

    id: str
    game: Game
    position: Position
    seats: tuple[int, ...]
    seed: int
    written: list[str] = field(default_factory=list)
    shares: dict[int, float] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)
    resigned: int | None = None
    fault: str = ""
    taken: list[Taken] = field(default_factory=list)
    version: int = 0
    watchers: set[Watcher] = field(default_factory=set)
    begun: str = ""
    kept: tuple[int, ...] | None = None
    _seen: tuple[int, int, dict[str, Any]] = UNSEEN
    """The version and the ply that were shown last, and what was."""
    _secrets: dict[tuple[int, int | None], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        played = zip(self.position.past, self.position.moves, strict=True)
        self.written = [self.game.show_move(s, a) for s, a in played]
        self.begun = str(self.position.undo(self.ply))
        self.kept = self.position.moves if self.position.is_over else None

    @property
    def ply(self) -> int:
        return len(self.position.moves)

    @property
    def text(self) -> str:
        """The game as text that `game.position` reads, with which a page comes back."""
        return f"{self.begun} moves {' '.join(self.written)}" if self.written else self.begun

    @property
    def over(self) -> bool:
        return self.position.is_over or self.resigned is not None

    @property
    def paid(self) -> tuple[float, ...] | None:
        """What each of two players gets where one has resigned; None where the board says it."""
        return None if self.resigned is None else self.game.facts.lost_by(self.resigned)

    @property
    def people(self) -> list[bool]:
        """For each player, whether a person plays."""
        return [seat == PERSON for seat in self.seats]

    @property
    def level_to_move(self) -> int | None:
        """The level of the engine whose turn it is, if it is one's."""
        if self.over or self.position.turn == CHANCE:
            return None
        return self.seats[self.position.turn] or None

    # What people do -----------------------------------------------------------------------------

    def play(self, move: int | str, ply: int | None = None) -> None:
        """Make a move; by a person, who names the ply, or by the engine."""
        if ply is not None:
            self._require_turn(ply)
        before = self.position
        if self.resigned is not None:
            raise InputError("the game is over: somebody has resigned")
        self.position = before.play(move)
        self.written.append(before.show_move(self.position.moves[-1]))
        self.version += 1

    def draw_chance(self) -> bool:
        """Let chance decide if it is its turn; by the seed and the ply alone."""
        if self.over or self.position.turn != CHANCE:
            return False
        self.play(self.game.draw(self.position.state, f"{self.seed} {self.ply}"))
        return True

    def take_back(self, ply: int) -> None:
        """Back to the last turn of a person before this one; by one move where nobody is one."""
        self._require_ply(ply)
        if self.resigned is not None:
            if self.game.facts.hidden:
                raise InputError("all has been shown: this game cannot go on")
            self.resigned, self.fault = None, ""
        else:
            self.position = self.position.undo(self._plies_back())
        del self.written[self.ply :], self.taken[self.ply :]
        for kept in (self.shares, self.sources):
            for later in [n for n in kept if n > self.ply]:
                del kept[later]
        self._secrets.clear()
        self.version += 1

    def resign(self, player: int) -> None:
        if self.over:
            raise InputError("the game is over already")
        if not 0 <= player < len(self.seats):
            raise InputError(f"there is no player {player} to resign")
        self.lose(player)

    def lose(self, player: int, fault: str = "") -> None:
        """A player loses, not on the board: by giving up, or by a fault that is named."""
        self.resigned, self.fault = player, printable(fault[:LONGEST_FAULT])
        self.version += 1

    def seat(self, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.version += 1

    def rest(self) -> None:
        """Nobody watches: what was shown need not be kept."""
        self._seen = UNSEEN

    def _plies_back(self) -> int:
        turns = [self.game.player(s) for s in self.position.past]
        if not turns:
            raise InputError("there is no move to take back")
        people = [n for n, p in enumerate(reversed(turns), 1) if p != CHANCE and not self.seats[p]]
        if any(seat == PERSON for seat in self.seats) and not people:
            raise InputError("there is no earlier turn of yours to go back to")
        return people[0] if people else 1

    def _require_ply(self, ply: int) -> None:
        if ply != self.ply:
            raise InputError("the game has gone on in another window: this is how it stands now")

    def _require_turn(self, ply: int) -> None:
        self._require_ply(ply)
        if self.over:
            raise InputError("the game is over, no move can be played")
        if self.level_to_move is not None:
            raise InputError("it is the engine's turn")

    # What the page is told ----------------------------------------------------------------------

    def tell(self, message: dict[str, Any]) -> None:
        for watcher in tuple(self.watchers):
            watcher.tell(message)

    def as_json(self, at: int | None = None) -> dict[str, Any]:
        """All there is to show; with `at`, the board of an earlier ply."""
        ply = self.ply if at is None else at
        if self._seen[:2] != (self.version, ply):
            self._seen = (self.version, ply, shown_json(self, ply))
        return {
            "type": "room",
            "room": self.id,
            "game": self.game.name,
            "title": self.game.facts.title,
            "names": list(self.game.facts.names),
            "seats": list(self.seats),
            "seed": self.seed,
            "version": self.version,
            "plies": self.ply,
            "over": self.over,
            "result": ended(self.position, self.resigned, self.fault),
            "resigned": self.resigned,
            "fault": self.fault,
            "written": self._told(),
            "chances": self._chances(),
            "position": self.text,
            "shares": {str(n): part for n, part in self.shares.items()},
            "sources": {str(n): source for n, source in self.sources.items()},
            "levels_to_move": self.level_to_move,
            **self._seen[2],
        }

    def _chances(self) -> list[int]:
        """The moves that were chance's, counted from 1."""
        if not self.game.facts.chance:
            return []
        player = self.game.player
        return [n for n, s in enumerate(self.position.past, 1) if player(s) == CHANCE]

    def _told(self) -> list[str]:
        """The moves, without those that nobody may read yet."""
        if not self.game.facts.hidden or self.over:
            return self.written
        viewer = viewer_of(self.position, self.people)
        secret = [self._is_secret(ply, viewer) for ply in range(self.ply)]
        return [SECRET if hid else text for text, hid in zip(self.written, secret, strict=True)]

    def _is_secret(self, ply: int, viewer: int | None) -> bool:
        """Whether the move at a ply may not be read yet; looked into once."""
        if (ply, viewer) not in self._secrets:
            self._secrets[ply, viewer] = is_secret(self.position, ply, viewer)
        return self._secrets[ply, viewer]


def new_room(
    game: Game, text: str, seats: tuple[int, ...], id: str = "", seed: int = 0,
    resigned: int | None = None, fault: str = "",
) -> Room:  # fmt: skip
    """A room at a position, or at the end of a game out of a file; with an id, one that a page
    remembers and this server does not."""
    name, chance = id or secrets.token_urlsafe(12), seed or secrets.randbits(32)
    room = Room(name, game, read_game(game, text), seats, chance)
    if resigned is not None:
        room.lose(resigned, fault)
    room.as_json()  # which takes long for a long game, and is kept
    return room


class Rooms:
    """All rooms, the least recently used of those without watchers forgotten first."""

    def __init__(self, most: int = MOST_ROOMS) -> None:
        self.most = most
        self._rooms: OrderedDict[str, Room] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def get(self, id: str) -> Room | None:
        room = self._rooms.get(id)
        if room is not None:
            self._rooms.move_to_end(id)
        return room

    def add(self, room: Room) -> Room:
        """A room that was not here; the one of that name if there is one by now."""
        if room.id not in self._rooms:
            self._make_space()
            self._rooms[room.id] = room
        return self._rooms[room.id]

    def _make_space(self) -> None:
        if len(self._rooms) < self.most:
            return
        idle = next((room for room in self._rooms.values() if not room.watchers), None)
        if idle is None:
            raise InputError("there are too many games under way on this server: try again later")
        del self._rooms[idle.id]
