"""The files of users' own games: they are loaded again when they are saved.

Games that are played go on with the rules that they began with, and say that there are new ones.
"""

from __future__ import annotations

import asyncio
import hashlib
import linecache
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterplay.core.game.errors import CounterplayError, GameError, InputError
from counterplay.core.game.game import Game
from counterplay.core.game.time_limit import limited_loading
from counterplay.games import source_of
from counterplay.web.keys import Keys
from counterplay.web.room import Room, new_room
from counterplay.web.variants import LOADING_SECONDS, public_name

if TYPE_CHECKING:
    from counterplay.web.state import State

LOG = logging.getLogger(__name__)
SECONDS = 0.5
"""How often files are looked at."""


class OwnFiles:
    """Watches the files of the games that are not built in."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._loaded = {name: stamp(game) for name, game in self._own().items()}
        self._seen = dict(self._loaded)

    def _own(self) -> dict[str, Game]:
        return {name: game for name, game in self._state.games.items() if not game.is_built_in}

    async def watch(self) -> None:
        """Look at the files until this is cancelled."""
        while self._loaded:
            await asyncio.sleep(SECONDS)
            try:
                await self.look()
            except Exception:  # a fault of one look may not end all later ones
                LOG.exception("the files of the games cannot be looked at")

    async def look(self) -> None:
        """Load the files again that were saved. One that has just changed is left for the next
        look, because it may still be written."""
        for name, game in self._own().items():
            now = stamp(game)
            is_settled, self._seen[name] = now == self._seen[name], now
            if is_settled and now != self._loaded[name]:
                self._loaded[name] = now
                await self.reload(name)

    async def reload(self, name: str) -> None:
        """Load a game again and tell all pages. If that fails, the old rules stay."""
        state = self._state
        catalogue, old = state.catalogue, state.games[name]
        try:
            game = await state.workers.run_in_thread(lambda: loaded_again(old))
        except CounterplayError as error:
            catalogue.problems[name] = problem_json(error)
            game = old
        else:
            catalogue.problems.pop(name, None)
            catalogue.replace(game)
            self._loaded[name] = self._seen[name] = stamp(game)
        message = {"type": "game", "game": await catalogue.entry(game)}
        state.broadcast(message)
        for room in state.rooms:
            if notice := outdated_json(state, room):
                room.broadcast(notice)


def stamp(game: Game) -> str:
    """A hash of the files of a game. A file that cannot be read counts as empty."""
    found = hashlib.sha256()
    for file in game.files:
        try:
            found.update(Path(file).read_bytes())
        except OSError:
            found.update(b"")
    return found.hexdigest()


def loaded_again(game: Game) -> Game:
    """The game of the same file, with the same parameters."""
    linecache.checkcache()
    with limited_loading(LOADING_SECONDS):
        return source_of(game).load()


def problem_json(error: CounterplayError) -> dict[str, Any]:
    """What is wrong with a file: a sentence, and the line if it is known."""
    path, line = (error.path, error.line) if isinstance(error, GameError) else (None, None)
    code = linecache.getline(path, line).strip() if path and line else ""
    return {"text": str(error), "line": line, "code": code}


def outdated_json(state: State, room: Room) -> dict[str, Any] | None:
    """The message that the rules of a room are old; None if they are not."""
    if state.catalogue.is_current(room.game):
        return None
    file = Path(room.game.path).name
    text = f"{file} was saved. This game goes on with the rules from before."
    return {"type": "outdated", "room": room.id, "text": text}


async def restarted(state: State, room: Room) -> Room:
    """A room of the same people, from the start, with the new rules of its game."""
    game = await state.catalogue.find(public_name(room.game))
    if game is room.game:
        raise InputError("the rules of this game have not changed")
    known = None if room.next is None else state.rooms.get(room.next)
    if known is not None and known.game is game:
        return known
    fits = len(room.seats) == game.facts.players
    seats = room.seats if fits else (0,) * game.facts.players
    most = state.opponent_count(game)
    seats = tuple(seat if seat <= most else 0 for seat in seats)
    made = await state.workers.run_in_thread(lambda: new_room(game, "", seats))
    made.keys = Keys(room.keys.host, dict(room.keys.guests) if fits else {})
    room.next = state.rooms.add(made).id
    return made
