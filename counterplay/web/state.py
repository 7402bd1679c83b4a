"""What all connections share: the games, the rooms, the workers, and the engines' turns."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from counterplay.arena.referee import reason
from counterplay.core.game.errors import CounterplayError, GameError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.core.game.values import is_unknown
from counterplay.players.base import Resigned
from counterplay.presentation.ranking import is_ranked
from counterplay.review.decision import Decision
from counterplay.review.equity import equity_text, signed
from counterplay.review.game import is_reviewable
from counterplay.web.archive import Archive
from counterplay.web.catalogue import Catalogue
from counterplay.web.files import Compiled
from counterplay.web.levels import Strength, has_engine, strengths
from counterplay.web.progress import ENGINE, FILES, Progress, usual_in_all
from counterplay.web.results import evaluation_text, payoff_share, share
from counterplay.web.room import Receiver, Room
from counterplay.web.rooms import Rooms
from counterplay.web.variants import public_name
from counterplay.web.workers import Workers, kernel_of

LOG = logging.getLogger(__name__)
FAILED = "this is an error of the server: see its log"
LOOK_SECONDS = 0.2
"""How often a compilation is looked at, whether it has ended."""

MOVES_LEFT = 25
"""The moves for which an engine's clock must last."""


class Evaluation(NamedTuple):
    """A position of a review: the evaluation for the first player, the best move, and in words.

    In games with dice, also the decision that was made, and what it lost.
    """

    share: float
    best_move: str
    verdict: str
    decision: Decision | None = None


class State:
    """The state of the server."""

    def __init__(
        self,
        games: dict[str, Game],
        workers: Workers,
        rooms: Rooms,
        archive: Archive | None = None,
        guests: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.games, self.workers, self.rooms, self.archive = games, workers, rooms, archive
        self.catalogue = Catalogue(self, games)
        self.connections: set[Receiver] = set()
        self.progress = Progress(self.broadcast)
        self._watched: set[Game] = set()
        """The games whose compilation pages are told about."""
        self._guests = guests or {}
        self._opponents: WeakKeyDictionary[Game, tuple[Strength, ...]] = WeakKeyDictionary()
        self.pages = 0
        """The number of open connections."""
        self._turns: dict[str, tuple[asyncio.Task[None], threading.Event]] = {}
        """By room, the engine's search for a move, and how to stop it."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """By room, when the clock that runs there runs out."""

    def game(self, name: str) -> Game:
        """A game of this server by its name; `catalogue.find` also loads variants."""
        return self.catalogue.game(name)

    def broadcast(self, message: dict[str, Any]) -> None:
        """Send a message to every page."""
        for connection in tuple(self.connections):
            connection.send(message)

    def forget(self, game: Game) -> None:
        """Free the engines of a game that was replaced, unless somebody plays it. They are made
        again if somebody comes back to one of its rooms."""
        if not any(room.game is game and room.connections for room in self.rooms):
            self.workers.forget(game)

    # Opponents ----------------------------------------------------------------------------------

    def opponents(self, game: Game) -> tuple[Strength, ...]:
        """The opponents in a game: levels of the engine, then guests. Seat 1 is the first."""
        if game not in self._opponents:
            self._opponents[game] = strengths(game, self._guests.get(public_name(game), ()))
        return self._opponents[game]

    def opponent_count(self, game: Game) -> int:
        return len(self.opponents(game))

    def opponents_json(self, game: Game) -> list[dict[str, Any]]:
        return [
            {"name": one.name if one.is_guest else f"engine: {one.name}", "elo": one.elo}
            for one in self.opponents(game)
        ]

    def player_names(self, room: Room) -> list[str]:
        """Who plays in a room, for game files and the database."""
        names = ["a person", *(str(one["name"]) for one in self.opponents_json(room.game))]
        return [names[seat] for seat in room.seats]

    # Turns --------------------------------------------------------------------------------------

    def room_changed(self, room: Room) -> None:
        """Send the room to its connections, and let the engine or chance move. A search for an
        earlier position is stopped."""
        self.stop_engine(room)
        room.show()
        self._watch_clocks(room)
        if any(room.seats):
            self.compile_engine(room.game)
        self.continue_game(room)
        if room.position.is_over:
            self._save_game(room)

    def continue_game(self, room: Room) -> None:
        """Let the engine or chance move, if it is their turn and a connection shows the room. A
        whole deal is shown at once."""
        if room.play_chance():
            while room.play_chance():
                pass
            room.show()
        if room.opponent_to_move is None or room.id in self._turns or not room.connections:
            return
        if room.is_paused:
            return
        stop = threading.Event()
        task = asyncio.create_task(self._engine_turn(room, stop))
        self._turns[room.id] = (task, stop)

    def stop_engine(self, room: Room) -> None:
        """Stop the engine's search in a room."""
        turn = self._turns.pop(room.id, None)
        if turn is not None:
            turn[1].set()
            turn[0].cancel()

    def _watch_clocks(self, room: Room) -> None:
        """Look again when the clock that runs in a room has run out."""
        timer = self._timers.pop(room.id, None)
        if timer is not None:
            timer.cancel()
        clocks = room.clocks
        if clocks is not None and clocks.running is not None:
            delay = clocks.left_to(clocks.running)
            loop = asyncio.get_running_loop()
            self._timers[room.id] = loop.call_later(delay, self._time_is_up, room)

    def _time_is_up(self, room: Room) -> None:
        self._timers.pop(room.id, None)
        if self.rooms.get(room.id) is not room:
            return
        if room.run_out():
            self.room_changed(room)
        else:
            self._watch_clocks(room)

    def connection_left(self, room: Room) -> None:
        """After the last connection has left: stop the engine, and save the game if it is over."""
        if not room.connections:
            self.stop_engine(room)
            self._save_game(room)  # from now on a resignation cannot be taken back
            room.clear_cache()

    async def _engine_turn(self, room: Room, stop: threading.Event) -> None:
        position, number = room.position, room.opponent_to_move
        assert number is not None
        room.broadcast({"type": "thinking", "player": position.turn})
        opponent = self.opponents(room.game)[number - 1]
        try:
            answer = await self.workers.move(position, opponent, room.id, stop, seconds(room))
            if stop.is_set():
                return
            if answer.share is not None:
                room.shares.setdefault(room.ply, answer.share)
            room.play(answer.move)
            room.sources[room.ply] = answer.source
        except Exception as error:
            self._turns.pop(room.id, None)
            if opponent.is_guest and not isinstance(error, GameError):
                room.forfeit(position.turn, fault_text(error, opponent.name))
                self.room_changed(room)
            elif isinstance(error, CounterplayError):
                room.broadcast({"type": "error", "text": f"the engine cannot move: {error}"})
            else:
                LOG.exception("the engine failed at %r", position)
                room.broadcast({"type": "error", "text": FAILED})
        else:
            del self._turns[room.id]
            self.room_changed(room)

    # Compiling ----------------------------------------------------------------------------------

    def compile_engine(self, game: Game) -> None:
        """Begin to compile the engine of a game, if it has one that is not compiled, and tell all
        pages."""
        is_done = self.workers.is_compiled(game) or game in self._watched
        if has_engine(game) and not is_done:
            self._watched.add(game)
            task = asyncio.create_task(self._watch_engine(game))
            task.add_done_callback(lambda _: self._watched.discard(game))

    async def _watch_engine(self, game: Game) -> None:
        compilation = await self.workers.begin_compiling(game)
        with self.progress.told(game, ENGINE, usual_in_all([kernel_of(game)])):
            while compilation.is_running:
                await asyncio.sleep(LOOK_SECONDS)

    async def compile_kernels(self, game: Game, kernels: Sequence[Compiled]) -> None:
        """Compile what reads or writes the files of a game, and tell all pages."""
        with self.progress.told(game, FILES, usual_in_all(kernels)):
            await self.workers.compile_kernels(kernels)

    # Searches -----------------------------------------------------------------------------------

    async def evaluate(
        self, position: Position, played: int | None, limit: Limit, stop: threading.Event
    ) -> Evaluation | None:
        """The evaluation of a position for a review; None if chance is to move.

        `played` is the move that was played. With dice, the position after it says little about
        it, so that it is compared with the best move by a search of the same depth.
        """
        game = position.game
        if position.is_over:
            return Evaluation(payoff_share(position, position.payoffs[0]), "", "game over")
        if position.turn == CHANCE:
            return None
        if played is not None and len(position.legal_moves) > 1 and is_reviewable(game):
            decision = await self.workers.judge(position, played, limit, stop)
            best, theirs = decision.choices[0], 2 * game.facts.even_share - decision.value
            shown = payoff_share(position, decision.value if position.turn == 0 else theirs)
            return Evaluation(shown, best.text, signed(best.equity), decision)
        result = await self.workers.analyse(position, limit, 1, stop, is_fresh=True)
        has_equity = is_ranked(game.facts) and not is_unknown(result)
        verdict = equity_text(result) if has_equity else evaluation_text(result)
        return Evaluation(share(result), result.move_text, verdict)

    # The end ------------------------------------------------------------------------------------

    def _save_game(self, room: Room) -> None:
        """Save a game that is over to the database, once."""
        moves = room.position.moves
        if self.archive is None or not room.is_over or not moves or room.archived == moves:
            return
        room.archived = moves
        self.workers.run_later(self.archive.save_job(room, self.player_names(room)))

    def close(self) -> None:
        """Save the games that are over, and stop all searches."""
        for room in self.rooms:
            self._save_game(room)
        for timer in self._timers.values():
            timer.cancel()
        for task, stop in self._turns.values():
            stop.set()
            task.cancel()
        self.workers.close()

    def as_json(self) -> dict[str, Any]:
        return {"rooms": len(self.rooms), "pages": self.pages, "waiting": self.workers.waiting}


def seconds(room: Room) -> float | None:
    """The most seconds that an engine may take for a move in a room; None without clocks."""
    return None if room.clocks is None else room.clocks.left_to(room.position.turn) / MOVES_LEFT


def fault_text(error: Exception, name: str) -> str:
    """Why a guest forfeits; empty if it resigned."""
    return "" if isinstance(error, Resigned) else f"{name}: {reason(error)}"
