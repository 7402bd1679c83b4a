"""What the server does with each message type.

To add a message, write a function and add it to `HANDLERS`. A handler validates the fields,
changes the room, and sends the answer. Long work goes to `connection.analysis` or to a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from counterplay.core.game.errors import InputError
from counterplay.presentation.viewpoint import viewer_of
from counterplay.web.advice import advice, strategy_file
from counterplay.web.files import save_game
from counterplay.web.messages import (
    LONGEST_MOVE,
    Message,
    number_field,
    player_field,
    room_id_field,
    seats_field,
    steps_field,
    text_field,
)
from counterplay.web.quiz import parse_answer, parse_question
from counterplay.web.room import LONGEST_FAULT, Room, new_room
from counterplay.web.sealed import MARK, unseal
from counterplay.web.trace import parse_trace

if TYPE_CHECKING:
    from counterplay.web.connection import Connection

Handler = Callable[["Connection", Message], Coroutine[Any, Any, None]]

MOST_LINES = 5
MOST_PLIES = 1 << 20


# Rooms ------------------------------------------------------------------------------------------


async def new(connection: Connection, message: Message) -> None:
    """Start a game in a new room."""
    await _open_room(connection, message, "")


async def join(connection: Connection, message: Message) -> None:
    """Enter a room. If the server does not know it, restore it from the page's record."""
    room_id = room_id_field(message, "room")
    room = connection.state.rooms.get(room_id)
    if room is not None:
        connection.enter(room)
    elif "game" in message:
        _replace_missing_opponents(connection, message)
        await _open_room(connection, message, room_id)
    else:
        raise InputError("this game is no longer on the server")


async def _open_room(connection: Connection, message: Message, room_id: str) -> None:
    state = connection.state
    game = state.game(text_field(message, "game"))
    players = game.facts.players
    seats = seats_field(message, players, state.opponent_count(game))
    text, seed = text_field(message, "position", ""), number_field(message, "seed", 0, 2**32, 0)
    if text.startswith(MARK):
        kept = unseal(text)
        text, seed = kept.text, kept.seed
    resigned = player_field(message, "resigned", players)
    fault = text_field(message, "fault", "", LONGEST_FAULT)
    room = await state.workers.run_in_thread(
        lambda: new_room(game, text, seats, room_id, seed, resigned, fault)
    )
    connection.enter(state.rooms.add(room))


def _replace_missing_opponents(connection: Connection, message: Message) -> None:
    """Seat a person for every opponent that this server does not have."""
    state = connection.state
    most = state.opponent_count(state.game(text_field(message, "game")))
    seats = message.get("seats")
    if isinstance(seats, list) and any(type(seat) is int and seat > most for seat in seats):
        message["seats"] = [0 if type(seat) is int and seat > most else seat for seat in seats]
        text = "An opponent of this game is not on this server. Choose another one."
        connection.send({"type": "notice", "text": text})


async def leave(connection: Connection, message: Message) -> None:
    """Leave the room."""
    connection.leave()


async def show(connection: Connection, message: Message) -> None:
    """Send the position at an earlier ply."""
    room = connection.require_room()
    connection.send(room.as_json(number_field(message, "ply", 0, room.ply)))


# Playing ----------------------------------------------------------------------------------------


async def move(connection: Connection, message: Message) -> None:
    """Make a move."""
    room = connection.require_room()
    text = text_field(message, "move", most=LONGEST_MOVE)
    room.play(text, number_field(message, "ply", 0, MOST_PLIES))
    connection.state.room_changed(room)


async def step(connection: Connection, message: Message) -> None:
    """Send the board after some steps of a move, which is not made before it is complete."""
    room = connection.require_room()
    ply, done = number_field(message, "ply", 0, MOST_PLIES), steps_field(message, "done")
    connection.send({"type": "stepped", "ply": ply, **room.steps(ply, done)})


async def take_back(connection: Connection, message: Message) -> None:
    """Take moves back to the last turn of a person."""
    room = connection.require_room()
    room.take_back(number_field(message, "ply", 0, MOST_PLIES))
    connection.state.room_changed(room)


async def resign(connection: Connection, message: Message) -> None:
    """Resign for a player."""
    room = connection.require_room()
    room.resign(number_field(message, "player", 0, len(room.seats) - 1))
    connection.state.room_changed(room)


async def change_seats(connection: Connection, message: Message) -> None:
    """Change who plays."""
    room = connection.require_room()
    opponents = connection.state.opponent_count(room.game)
    room.change_seats(seats_field(message, len(room.seats), opponents))
    connection.state.room_changed(room)


async def save(connection: Connection, message: Message) -> None:
    """Send the game as a file."""
    room, state = connection.require_room(), connection.state
    _require_nothing_hidden(room)
    name, text = await state.workers.run_in_thread(
        lambda: save_game(room.game, room.position, room.payoffs, state.player_names(room))
    )
    connection.send({"type": "saved", "name": name, "text": text})


async def ping(connection: Connection, message: Message) -> None:
    """Answer, so that proxies keep the connection open."""
    connection.send({"type": "pong"})


# Analysis ---------------------------------------------------------------------------------------


async def analyse(connection: Connection, message: Message) -> None:
    """Analyse the position at a ply; results are sent as the search goes deeper."""
    room = connection.require_room()
    ply = number_field(message, "ply", 0, room.ply)
    lines = number_field(message, "lines", 1, MOST_LINES, 3)
    _require_own_turn(room, ply)
    connection.analysis.analyse(room, ply, lines)


async def review(connection: Connection, message: Message) -> None:
    """Analyse every position of the game."""
    room = connection.require_room()
    _require_nothing_hidden(room)
    connection.analysis.review(room)


async def advise(connection: Connection, message: Message) -> None:
    """Send what an equilibrium would have done, after a game with hidden information."""
    room, state = connection.require_room(), connection.state
    levels = [strength.level for strength in state.opponents(room.game)]
    file = strategy_file(level.spec for level in levels if level is not None)
    found = await state.workers.run_in_thread(lambda: advice(room, file))
    connection.send({"type": "advised", **found})


async def explore(connection: Connection, message: Message) -> None:
    """Send the moves that were played in the position at a ply, from the database."""
    room, archive = connection.require_room(), connection.state.archive
    ply = number_field(message, "ply", 0, room.ply)
    if archive is None:
        raise InputError("this server has no database of games")
    _require_nothing_hidden(room)
    position = room.position_at(ply)
    moves = await connection.state.workers.run_in_thread(lambda: archive.moves_played(position))
    connection.send({"type": "explored", "ply": ply, "moves": moves})


async def trace(connection: Connection, message: Message) -> None:
    """Draw the search tree of a textbook algorithm."""
    connection.analysis.draw("tree", parse_trace(message, connection.state))


async def question(connection: Connection, message: Message) -> None:
    """Ask a question of the quiz."""
    connection.analysis.draw("question", parse_question(message, connection.state))


async def answer(connection: Connection, message: Message) -> None:
    """Mark an answer of the quiz."""
    connection.analysis.draw("marked", parse_answer(message, connection.state))


async def stop(connection: Connection, message: Message) -> None:
    """Stop the analysis."""
    connection.analysis.stop()


def _require_nothing_hidden(room: Room) -> None:
    """Refuse what would show a player the others' cards."""
    if room.game.facts.hidden and not room.is_over:
        raise InputError("this would show hidden cards: wait until the game is over")


def _require_own_turn(room: Room, ply: int) -> None:
    """Refuse a search for a player whose cards the viewer does not see."""
    viewer = viewer_of(room.position, room.people)
    if room.is_over or viewer is None or room.position_at(ply).turn == viewer:
        return
    raise InputError("this would use cards that you do not see: ask when it is your turn")


HANDLERS: dict[str, Handler] = {
    "new": new,
    "join": join,
    "leave": leave,
    "show": show,
    "move": move,
    "step": step,
    "back": take_back,
    "resign": resign,
    "seats": change_seats,
    "save": save,
    "ping": ping,
    "analyse": analyse,
    "advise": advise,
    "review": review,
    "explore": explore,
    "trace": trace,
    "question": question,
    "answer": answer,
    "stop": stop,
}
