"""A room: a game in progress, its players, and the connections that show it.

The room decides what is true about its game. A move names the ply that it is for, so an outdated
tab changes nothing. Every change is sent to all connections of the room.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from counterplay.core.game.errors import InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.presentation.steps import has_steps, steps_json
from counterplay.web.captures import Capture
from counterplay.web.files import read_game
from counterplay.web.messages import encodable
from counterplay.web.view import NO_VIEW, CachedView, room_json

PERSON = 0
"""The seat of a person. Seats 1, 2 … are the opponents of the game."""
LONGEST_FAULT = 300
"""The most characters of the reason for a forfeit."""


class Receiver(Protocol):
    """A connection, as a room sees it."""

    def send(self, message: dict[str, Any]) -> None: ...


@dataclass(eq=False)
class Room:
    """A game in progress.

    seats        for each player, PERSON or the number of an opponent
    seed         decides what chance does
    written      the moves in the game's notation
    shares       by ply, the evaluation for the first player, from 0 to 1
    sources      by ply, where the engine's move came from
    resigned     the player who resigned or forfeited
    fault        why the player forfeited
    captures     by ply, what the move captured, as far as it was computed
    version      grows with every change
    archived     the moves of the game that was saved to the database last. A room that starts at
                 the end of a game counts as saved: the game was not played here.
    start        the first position as text
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
    captures: list[Capture] = field(default_factory=list)
    version: int = 0
    connections: set[Receiver] = field(default_factory=set)
    start: str = ""
    archived: tuple[int, ...] | None = None
    cached_view: CachedView = NO_VIEW
    hidden_moves: dict[tuple[int, int | None], bool] = field(default_factory=dict)
    """By ply and viewer, whether the move is hidden; filled by view.py."""

    def __post_init__(self) -> None:
        played = zip(self.position.past, self.position.moves, strict=True)
        self.written = [self.game.show_move(s, a) for s, a in played]
        self.start = self.position.undo(self.ply).text
        self.archived = self.position.moves if self.position.is_over else None

    @property
    def ply(self) -> int:
        return len(self.position.moves)

    def position_at(self, ply: int) -> Position:
        """The position at an earlier ply."""
        return self.position.undo(self.ply - ply)

    @property
    def text(self) -> str:
        """The game as text that `game.position` reads. The page stores it to restore the game."""
        return f"{self.start} moves {' '.join(self.written)}" if self.written else self.start

    @property
    def is_over(self) -> bool:
        return self.position.is_over or self.resigned is not None

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoffs after a resignation; None if the position decides them."""
        return None if self.resigned is None else self.game.facts.lost_by(self.resigned)

    @property
    def people(self) -> list[bool]:
        """For each player, whether a person plays."""
        return [seat == PERSON for seat in self.seats]

    @property
    def opponent_to_move(self) -> int | None:
        """The number of the opponent to move; None if a person or chance is to move."""
        if self.is_over or self.position.turn == CHANCE:
            return None
        return self.seats[self.position.turn] or None

    # Playing ------------------------------------------------------------------------------------

    def play(self, move: int | str, ply: int | None = None) -> None:
        """Make a move. A person's move comes with the ply that it is for."""
        if ply is not None:
            self._require_turn(ply)
        before = self.position
        if self.resigned is not None:
            raise InputError("the game is over: a player has resigned")
        self.position = before.play(move)
        self.written.append(before.show_move(self.position.moves[-1]))
        self.version += 1

    def steps(self, ply: int, done: Sequence[Sequence[str]]) -> dict[str, Any]:
        """The board after some steps of a move of the person to move; the room does not change."""
        self._require_turn(ply)
        if not has_steps(self.game):
            raise InputError(f"{self.game.facts.title} has no moves with steps")
        return steps_json(self.game, self.position.state, done)

    def play_chance(self) -> bool:
        """Let chance move if it is to move; return whether it did. The seed and the ply decide."""
        if self.is_over or self.position.turn != CHANCE:
            return False
        self.play(self.game.draw(self.position.state, f"{self.seed} {self.ply}"))
        return True

    def take_back(self, ply: int) -> None:
        """Go back to the last turn of a person, or by one move if no person plays."""
        self._require_ply(ply)
        if self.resigned is not None:
            if self.game.facts.hidden:
                raise InputError("the hidden cards have been shown: this game cannot go on")
            self.resigned, self.fault = None, ""
        else:
            self.position = self.position.undo(self._plies_to_take_back())
        del self.written[self.ply :], self.captures[self.ply :]
        for by_ply in (self.shares, self.sources):
            for later in [n for n in by_ply if n > self.ply]:
                del by_ply[later]
        self.hidden_moves.clear()
        self.version += 1

    def resign(self, player: int) -> None:
        """A player resigns."""
        if self.is_over:
            raise InputError("the game is already over")
        if not 0 <= player < len(self.seats):
            raise InputError(f"there is no player {player}")
        self.forfeit(player)

    def forfeit(self, player: int, fault: str = "") -> None:
        """End the game as a loss for a player: by resignation, or because of a fault."""
        self.resigned, self.fault = player, encodable(fault[:LONGEST_FAULT])
        self.version += 1

    def change_seats(self, seats: tuple[int, ...]) -> None:
        self.seats = seats
        self.version += 1

    def _plies_to_take_back(self) -> int:
        turns = [self.game.player(s) for s in self.position.past]
        if not turns:
            raise InputError("there is no move to take back")
        own = [n for n, p in enumerate(reversed(turns), 1) if p != CHANCE and self.people[p]]
        if any(self.people) and not own:
            raise InputError("there is no earlier turn of yours to go back to")
        return own[0] if own else 1

    def _require_ply(self, ply: int) -> None:
        if ply != self.ply:
            raise InputError("the game changed in another window: here is the current position")

    def _require_turn(self, ply: int) -> None:
        self._require_ply(ply)
        if self.is_over:
            raise InputError("the game is over: no move can be made")
        if self.opponent_to_move is not None:
            raise InputError("it is the engine's turn")

    # Connections --------------------------------------------------------------------------------

    def broadcast(self, message: dict[str, Any]) -> None:
        """Send a message to all connections of the room."""
        for connection in tuple(self.connections):
            connection.send(message)

    def as_json(self, ply: int | None = None) -> dict[str, Any]:
        """The message `room`; with `ply`, the board of an earlier position."""
        return room_json(self, ply)

    def clear_cache(self) -> None:
        """Free the cached view, because no connection shows the room."""
        self.cached_view = NO_VIEW


def new_room(
    game: Game, text: str, seats: tuple[int, ...], id: str = "", seed: int = 0,
    resigned: int | None = None, fault: str = "",
) -> Room:  # fmt: skip
    """A room at a position, or at the end of a game from a file. With an `id`, the room of a game
    that a page remembers."""
    room = Room(
        id or secrets.token_urlsafe(12),
        game,
        read_game(game, text),
        seats,
        seed or secrets.randbits(32),
    )
    if resigned is not None:
        room.forfeit(resigned, fault)
    room.as_json()  # fills the cache here, because a long game takes long
    return room
