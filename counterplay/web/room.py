"""A room: a game in progress, its players, and the connections that show it.

The room decides what is true about its game. A move names the ply that it is for, so an outdated
tab changes nothing. Every change is sent to all connections of the room, to each as its key allows.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from counterplay.core.game.errors import GameError, InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.formats.move_tree import MoveTree
from counterplay.presentation.steps import has_steps, steps_json
from counterplay.web.captures import Capture
from counterplay.web.clocks import Clocks
from counterplay.web.files import read_study
from counterplay.web.keys import Keys
from counterplay.web.messages import encodable
from counterplay.web.study import Label, packed, played, position_of, unpacked
from counterplay.web.variants import public_name
from counterplay.web.view import NO_VIEW, CachedView, room_json

PERSON = 0
"""The seat of a person. Seats 1, 2 … are the opponents of the game."""
LONGEST_FAULT = 300
"""The most characters of the reason for a forfeit."""
OUT_OF_TIME = "out of time"
CLOSED = "this game has hidden cards: others can watch it when it is over"


class Receiver(Protocol):
    """A connection, as a room sees it."""

    key: str
    room: Room | None

    def send(self, message: dict[str, Any]) -> None: ...


@dataclass(eq=False)
class Room:
    """A game in progress.

    seats        for each player, PERSON or the number of an opponent
    seed         decides what chance does
    written      the moves in the game's notation
    tree         the moves with variations, glyphs and comments; a node of the game has its ply
    shares       by node, the evaluation for the first player, from 0 to 1
    sources      by ply, where the engine's move came from
    reviewed     by ply, what the review found; see analysis.py
    resigned     the player who resigned or forfeited
    fault        why the player forfeited
    is_agreed    whether the players agreed on a draw
    offer        the player who offers a draw
    is_paused    whether engines wait
    keys         who may play for whom
    clocks       the time of the players; None if they have all the time
    captures     by ply, what the move captured, as far as it was computed
    version      grows with every change
    archived     the moves of the game that was saved to the database last. A room that starts at
                 the end of a game counts as saved: the game was not played here.
    start        the first position as text
    next         the id of the room of the next game of the same people
    """

    id: str
    game: Game
    position: Position
    seats: tuple[int, ...]
    seed: int
    written: list[str] = field(default_factory=list)
    tree: MoveTree = field(default_factory=MoveTree.of)
    shares: dict[int, float] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)
    reviewed: dict[int, dict[str, Any]] = field(default_factory=dict)
    resigned: int | None = None
    fault: str = ""
    is_agreed: bool = False
    offer: int | None = None
    is_paused: bool = False
    keys: Keys = field(default_factory=Keys)
    clocks: Clocks | None = None
    captures: list[Capture] = field(default_factory=list)
    version: int = 0
    connections: set[Receiver] = field(default_factory=set)
    start: str = ""
    next: str | None = None
    archived: tuple[int, ...] | None = None
    cached_view: CachedView = NO_VIEW
    labels: dict[int, Label] = field(default_factory=dict)
    """By node of a variation, its move in the game's notation and who made it; see study.py."""
    hidden_moves: dict[int | None, list[bool]] = field(default_factory=dict)
    """By viewer, for each move whether it is hidden; filled by view.py."""

    def __post_init__(self) -> None:
        moves = zip(self.position.past, self.position.moves, strict=True)
        self.written = [self.game.show_move(s, a) for s, a in moves]
        self.start = self.position.undo(self.ply).text
        self.archived = self.position.moves if self.position.is_over else None
        if len(self.tree.nodes) <= self.ply:
            self.tree = MoveTree.of(self.position.moves)

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
        return self.position.is_over or self.resigned is not None or self.is_agreed

    @property
    def payoffs(self) -> tuple[float, ...] | None:
        """The payoffs of a game that was resigned or agreed drawn; None if the position decides
        them."""
        facts = self.game.facts
        if self.is_agreed:
            return (facts.even_share,) * facts.players
        return None if self.resigned is None else facts.lost_by(self.resigned)

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

    @property
    def record(self) -> dict[str, Any]:
        """Everything that `reopened` needs. The page keeps it, sealed."""
        return {
            "room": self.id,
            "game": public_name(self.game),
            "seats": self.seats,
            "text": self.text,
            "seed": self.seed,
            "resigned": self.resigned,
            "fault": self.fault,
            "is_agreed": self.is_agreed,
            "version": self.version,
            "keys": self.keys.as_json(),
            "clocks": self.clocks and self.clocks.as_json(),
            "tree": packed(self),
        }

    # Who may do what ----------------------------------------------------------------------------

    def held(self, key: str) -> list[bool]:
        """For each player, whether the holder of a key plays it."""
        return self.keys.held(key, self.people)

    def is_closed_to(self, key: str) -> bool:
        """Whether the holder of a key may not see the game: others play with hidden cards."""
        is_secret = self.game.facts.hidden and not self.is_over
        return is_secret and any(self.people) and not any(self.held(key))

    def require_host(self, key: str) -> None:
        if not self.keys.is_host(key):
            raise InputError("only the person who opened this game can change that")

    def require_player(self, key: str, player: int) -> None:
        """Refuse to act for a player of someone else."""
        if not 0 <= player < len(self.seats):
            raise InputError(f"there is no player {player}")
        if self.people[player] and not self.held(key)[player]:
            raise InputError(f"{self.game.facts.names[player]} is played by another person")
        if not self.people[player]:
            self.require_host(key)

    # Playing ------------------------------------------------------------------------------------

    def play(self, move: int | str, ply: int | None = None) -> None:
        """Make a move. A person's move comes with the ply that it is for."""
        if ply is not None:
            self.require_turn(ply)
        before = self.position
        if self.resigned is not None:
            raise InputError("the game is over: a player has resigned")
        after = before.play(move)
        text = before.show_move(after.moves[-1])  # may fail: nothing has changed then
        self.position = after
        played(self, before.ply, after.moves[-1])
        self.written.append(text)
        self.offer = None
        self._press_clock(before.turn)
        self.version += 1

    def _press_clock(self, mover: int) -> None:
        """The clock of the mover stops; the next one runs. The first move starts the clocks."""
        if self.clocks is None:
            return
        self.clocks.moved(mover)
        if self.is_over:
            self.clocks.stop()
        elif self.position.turn != CHANCE:
            self.clocks.start(self.position.turn)

    def run_out(self) -> bool:
        """End the game if a player has no time left; return whether it did."""
        clocks = self.clocks
        if self.is_over or clocks is None or clocks.running is None:
            return False
        if clocks.left_to(clocks.running) > 0:
            return False
        self.forfeit(clocks.running, OUT_OF_TIME)
        return True

    def steps(self, node: int, done: Sequence[Sequence[str]]) -> dict[str, Any]:
        """The board after some steps of a move of the person to move, or of one in a variation;
        the room does not change."""
        if not has_steps(self.game):
            raise InputError(f"{self.game.facts.title} has no moves with steps")
        return steps_json(self.game, position_of(self, node).state, done)

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
        elif self.is_agreed:
            self.is_agreed = False
        else:
            self.position = self.position.undo(self._plies_to_take_back())
        self.offer = None
        if self.clocks is not None:
            self.clocks.stop()  # until the next move
        if self.ply + 1 in self.tree.nodes:
            self.tree = self.tree.remove(self.ply + 1)
        self.forget_later()

    def forget_later(self) -> None:
        """Forget what is known about moves that are no longer in the game or its variations."""
        del self.written[self.ply :], self.captures[self.ply :]
        for by_node in (self.shares, self.sources, self.reviewed, self.labels):
            for gone in [node for node in by_node if node not in self.tree.nodes]:
                del by_node[gone]
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
        self._end()

    def offer_draw(self, player: int) -> None:
        """A player offers a draw, or accepts the other's offer."""
        if self.is_over:
            raise InputError("the game is already over")
        if len(self.seats) != 2 or not all(self.people):
            raise InputError("a draw can be offered in games between two people")
        if self.game.facts.scored:
            raise InputError("this game is scored: it cannot be agreed drawn")
        self.is_agreed = self.offer == 1 - player
        self.offer = player
        if self.is_agreed:
            self._end()
        self.version += 1

    def _end(self) -> None:
        if self.clocks is not None:
            self.clocks.stop()
        self.version += 1

    def change_seats(self, seats: tuple[int, ...]) -> None:
        """Change who plays. The seat of an engine has no guest."""
        self.seats = seats
        for player in [p for p in self.keys.guests if seats[p] != PERSON]:
            self.keys.dismiss(player)
        self.version += 1

    def invite(self, player: int) -> str:
        """Give the seat of a person to a guest; return its key."""
        if not 0 <= player < len(self.seats) or not self.people[player]:
            raise InputError("only the seat of a person can be given to a guest")
        self.version += 1
        return self.keys.invite(player)

    def dismiss(self, player: int) -> None:
        """Take the seat of a guest back."""
        self.keys.dismiss(player)
        self.version += 1

    def pause(self, is_paused: bool) -> None:
        """Let engines wait, or play on."""
        self.is_paused = is_paused
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

    def require_turn(self, ply: int) -> None:
        """Refuse a move at this ply if it is not the turn of a person there."""
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

    def show(self) -> None:
        """Send the room to all its connections, to each as its key allows."""
        for connection in tuple(self.connections):
            self.show_to(connection)

    def show_to(self, connection: Receiver, node: int | None = None) -> None:
        """Send the room to a connection; with `node`, an earlier position or a variation."""
        if self.is_closed_to(connection.key):
            connection.send({"type": "closed", "text": CLOSED})
            return
        try:
            connection.send(self.as_json(node, connection.key))
        except GameError as error:  # the page shows it, and can take the move back
            connection.send({"type": "broken", "text": str(error), "plies": self.ply})

    @property
    def present(self) -> list[bool]:
        """For each player, whether someone who plays it is connected."""
        here = [self.held(connection.key) for connection in self.connections]
        return [any(held[p] for held in here) for p in range(len(self.seats))]

    def as_json(self, node: int | None = None, key: str | None = None) -> dict[str, Any]:
        """The message `room` for the holder of a key, at first the host; with `node`, the board of
        an earlier position or of a variation."""
        return room_json(self, node, self.keys.host if key is None else key)

    def clear_cache(self) -> None:
        """Free the cached view, because no connection shows the room."""
        self.cached_view = NO_VIEW


def new_room(
    game: Game,
    text: str,
    seats: tuple[int, ...],
    clocks: Clocks | None = None,
    seed: int = 0,
    tree: str = "",
) -> Room:
    """A room at a position, or at the end of a game from a file. `tree` is a packed tree."""
    position, found = read_study(game, text)
    room = Room(
        secrets.token_urlsafe(12),
        game,
        position,
        seats,
        seed or secrets.randbits(32),
        tree=unpacked(tree) if tree else found,
        clocks=clocks,
    )
    room.as_json()  # fills the cache here, because a long game takes long
    return room


def rematch(room: Room) -> Room:
    """A new game of the same people and engines, in which everyone plays the next player."""
    players = len(room.seats)
    seats = tuple(room.seats[p - 1] for p in range(players))
    clocks = room.clocks and Clocks.new(room.clocks.seconds, room.clocks.increment, players)
    made = new_room(room.game, "", seats, clocks)
    made.keys = room.keys.turned(players)
    return made


def reopened(game: Game, record: dict[str, Any]) -> Room:
    """The room of a record. Its clocks stand still until the next move."""
    room = Room(
        record["room"], game, game.position(record["text"]), tuple(record["seats"]),
        record["seed"], tree=unpacked(record.get("tree", "")), resigned=record["resigned"],
        fault=record["fault"], is_agreed=record["is_agreed"], version=record["version"],
        keys=Keys.from_json(record["keys"]),
        clocks=record["clocks"] and Clocks.from_json(record["clocks"]),
    )  # fmt: skip
    with suppress(GameError):  # it is shown instead of the board
        room.as_json()  # fills the cache here, because a long game takes long
    return room
