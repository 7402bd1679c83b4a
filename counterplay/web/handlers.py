"""What the server does with each message type.

To add a message, write a function and add it to `HANDLERS`. A handler validates the fields,
changes the room, and sends the answer. Long work goes to `connection.analysis` or to a worker.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from counterplay.core.game.errors import InputError
from counterplay.web.advice import advice, strategy_file
from counterplay.web.editor import edited, pieces_field
from counterplay.web.files import kernels_to_read, kernels_to_save, save_game
from counterplay.web.messages import (
    LONGEST_KEY,
    LONGEST_MOVE,
    LONGEST_RECORD,
    MOST_NODE,
    Message,
    clocks_field,
    number_field,
    room_id_field,
    seats_field,
    steps_field,
    text_field,
)
from counterplay.web.own_files import restarted
from counterplay.web.quiz import parse_answer, parse_question
from counterplay.web.room import Room, new_room, rematch, reopened
from counterplay.web.sealed import MARK, unseal
from counterplay.web.study import is_aside, position_of
from counterplay.web.study_handlers import (
    add_line,
    annotate,
    delete,
    node_field,
    preview,
    promote,
)
from counterplay.web.trace import parse_trace
from counterplay.web.view import viewer_for

if TYPE_CHECKING:
    from counterplay.web.connection import Connection

Handler = Callable[["Connection", Message], Coroutine[Any, Any, None]]

MOST_LINES = 5
LONGEST_FORMAT = 10
MOST_PLIES = 1 << 20


# Rooms ------------------------------------------------------------------------------------------


async def new(connection: Connection, message: Message) -> None:
    """Start a game in a new room. This page gets the key of its host."""
    state = connection.state
    game = await state.catalogue.find(text_field(message, "game"))
    players = game.facts.players
    seats = seats_field(message, players, state.opponent_count(game))
    text, clocks = text_field(message, "position", ""), clocks_field(message, players)
    if text.startswith(MARK):
        if game.facts.hidden:  # its text tells all cards
            raise InputError("a game with hidden cards cannot start from a position of another one")
        text = unseal(text)["text"]
    await state.compile_kernels(game, kernels_to_read(text.encode("utf-8", "replace")))
    tree = _tree(message, text)
    room = await state.workers.run_in_thread(lambda: new_room(game, text, seats, clocks, tree=tree))
    await connection.introduce(room)
    connection.enter(state.rooms.add(room), room.keys.host)


def _tree(message: Message, text: str) -> str:
    """The variations of a game that was opened from a file, packed; empty if the position is that
    of another game."""
    study = text_field(message, "study", "", LONGEST_RECORD)
    opened = unseal(study) if study else {}
    return str(opened.get("tree", "")) if opened.get("text") == text else ""


async def join(connection: Connection, message: Message) -> None:
    """Enter a room. If the server knows less of it than the page's record, the record counts."""
    room_id = room_id_field(message, "room")
    key = text_field(message, "key", "", LONGEST_KEY)
    record = _record(message, room_id)
    room = connection.state.rooms.get(room_id)
    if record is not None and (room is None or record["version"] > room.version):
        room = await _reopen(connection, record, room)
    if room is None:
        raise InputError("this game is no longer on the server")
    await connection.introduce(room)
    connection.enter(room, key)


def _record(message: Message, room_id: str) -> dict[str, Any] | None:
    """The record of a room that the page has kept; None if it has none that this server made."""
    text = text_field(message, "kept", "", LONGEST_RECORD)
    try:
        record = unseal(text) if text else None
    except InputError:
        return None
    return record if record is not None and record.get("room") == room_id else None


async def _reopen(connection: Connection, record: dict[str, Any], known: Room | None) -> Room:
    """Open the room of a record again; `known` is what the server has of it."""
    state = connection.state
    game = await state.catalogue.find(record["game"])
    most = state.opponent_count(game)
    if any(seat > most for seat in record["seats"]):
        record["seats"] = [0 if seat > most else seat for seat in record["seats"]]
        text = "An opponent of this game is not on this server. Choose another one."
        connection.send({"type": "notice", "text": text})
    room = await state.workers.run_in_thread(lambda: reopened(game, record))
    room = state.rooms.replace(room)
    if known is not None and known is not room:
        state.stop_engine(known)
        for other in known.connections:  # they go on in the room that knows more
            other.room = room
            room.connections.add(other)
        room.show()
    return room


async def edit(connection: Connection, message: Message) -> None:
    """Check a position of the board editor, and send its text and its board."""
    state = connection.state
    game = state.game(text_field(message, "game"))
    text, pieces = text_field(message, "text", ""), pieces_field(message, "pieces")
    player = number_field(message, "player", 0, game.facts.players - 1, 0)
    number = number_field(message, "number", 0, MOST_PLIES, 0)  # the page counts its questions
    found = await state.workers.run_in_thread(lambda: edited(game, text, pieces, player))
    connection.send({"type": "edited", "number": number, **found})


async def leave(connection: Connection, message: Message) -> None:
    """Leave the room."""
    connection.leave()


async def show(connection: Connection, message: Message) -> None:
    """Send the position at an earlier ply, or at a node of a variation."""
    room = connection.require_room()
    room.show_to(connection, node_field(message, room))


# Playing ----------------------------------------------------------------------------------------


async def move(connection: Connection, message: Message) -> None:
    """Make a move."""
    room = connection.require_room()
    text = text_field(message, "move", most=LONGEST_MOVE)
    ply = number_field(message, "ply", 0, MOST_PLIES)
    _require_turn(connection, room)
    room.play(text, ply)
    connection.state.room_changed(room)


async def step(connection: Connection, message: Message) -> None:
    """Send the board after some steps of a move, which is not made before it is complete."""
    room = connection.require_room()
    ply, done = number_field(message, "ply", 0, MOST_NODE), steps_field(message, "done")
    if not is_aside(room, ply):
        _require_turn(connection, room)
        room.require_turn(ply)
    connection.send({"type": "stepped", "ply": ply, **room.steps(ply, done)})


async def take_back(connection: Connection, message: Message) -> None:
    """Take moves back to the last turn of a person."""
    room = connection.require_room()
    if room.keys.guests and not room.is_over:
        raise InputError("another person plays, too: a move cannot be taken back")
    room.require_host(connection.key)
    room.take_back(number_field(message, "ply", 0, MOST_PLIES))
    connection.state.room_changed(room)


async def resign(connection: Connection, message: Message) -> None:
    """Resign for a player."""
    room = connection.require_room()
    player = number_field(message, "player", 0, len(room.seats) - 1)
    room.require_player(connection.key, player)
    room.resign(player)
    connection.state.room_changed(room)


async def offer_draw(connection: Connection, message: Message) -> None:
    """Offer a draw for a player, or accept one."""
    room = connection.require_room()
    player = number_field(message, "player", 0, len(room.seats) - 1)
    room.require_player(connection.key, player)
    room.offer_draw(player)
    connection.state.room_changed(room)


async def pause(connection: Connection, message: Message) -> None:
    """Let engines wait, or play on."""
    room = connection.require_room()
    room.require_host(connection.key)
    room.pause(bool(number_field(message, "paused", 0, 1)))
    connection.state.room_changed(room)


# Other people -----------------------------------------------------------------------------------


async def invite(connection: Connection, message: Message) -> None:
    """Give the seat of a person to a guest; the host gets the key for the link."""
    room = connection.require_room()
    room.require_host(connection.key)
    player = number_field(message, "player", 0, len(room.seats) - 1)
    key = room.invite(player)
    connection.send({"type": "invited", "player": player, "key": key})
    room.show()


async def dismiss(connection: Connection, message: Message) -> None:
    """Take the seat of a guest back."""
    room = connection.require_room()
    room.require_host(connection.key)
    room.dismiss(number_field(message, "player", 0, len(room.seats) - 1))
    room.show()


async def play_again(connection: Connection, message: Message) -> None:
    """Open a room for another game of the same people, who change sides, and lead them there."""
    room, state = connection.require_room(), connection.state
    if not room.is_over:
        raise InputError("this game is not over yet")
    if not room.keys.is_host(connection.key) and not any(room.held(connection.key)):
        raise InputError("only the players can begin another game")
    if room.next is None:
        made = await state.workers.run_in_thread(lambda: rematch(room))
        room.next = room.next or state.rooms.add(made).id
    room.broadcast({"type": "rematch", "room": room.next})


async def restart(connection: Connection, message: Message) -> None:
    """Lead the people of a room into a new game, with the new rules of a file that was saved."""
    room = connection.require_room()
    room.require_host(connection.key)
    made = await restarted(connection.state, room)
    room.broadcast({"type": "rematch", "room": made.id})


async def change_seats(connection: Connection, message: Message) -> None:
    """Change who plays."""
    room = connection.require_room()
    room.require_host(connection.key)
    opponents = connection.state.opponent_count(room.game)
    room.change_seats(seats_field(message, len(room.seats), opponents))
    connection.state.room_changed(room)


async def save(connection: Connection, message: Message) -> None:
    """Send the game as a file, in a format or in the default one."""
    room, state = connection.require_room(), connection.state
    format = text_field(message, "format", "", LONGEST_FORMAT)
    _require_nothing_hidden(room)
    await state.compile_kernels(room.game, kernels_to_save(room.game))
    names = state.player_names(room)
    name, text = await state.workers.run_in_thread(
        lambda: save_game(room.position, room.payoffs, names, room.tree, format)
    )
    connection.send({"type": "saved", "name": name, "text": text})


async def ping(connection: Connection, message: Message) -> None:
    """Answer, so that proxies keep the connection open."""
    connection.send({"type": "pong"})


# Analysis ---------------------------------------------------------------------------------------


async def analyse(connection: Connection, message: Message) -> None:
    """Analyse the position at a node; results are sent as the search goes deeper."""
    room = connection.require_room()
    ply = node_field(message, room)
    lines = number_field(message, "lines", 1, MOST_LINES, 3)
    _require_no_help(connection, room)
    _require_own_turn(connection, room, ply)
    connection.analysis.analyse(room, ply, lines)


async def review(connection: Connection, message: Message) -> None:
    """Analyse every position of the game."""
    room = connection.require_room()
    _require_no_help(connection, room)
    _require_nothing_hidden(room)
    connection.analysis.review(room)


async def judge(connection: Connection, message: Message) -> None:
    """Judge a move that was tried instead of one of the game."""
    room = connection.require_room()
    ply = number_field(message, "ply", 0, room.ply)
    move = text_field(message, "move", most=LONGEST_MOVE)
    _require_no_help(connection, room)
    _require_nothing_hidden(room)
    connection.analysis.judge(room, ply, move)


async def advise(connection: Connection, message: Message) -> None:
    """Send what an equilibrium would have done, after a game with hidden information."""
    room, state = connection.require_room(), connection.state
    levels = [strength.level for strength in state.opponents(room.game)]
    file = strategy_file(level.spec for level in levels if level is not None)
    found = await state.workers.run_in_thread(lambda: advice(room, file))
    connection.send({"type": "advised", **found})


async def explore(connection: Connection, message: Message) -> None:
    """Send the moves that were played in the position at a node, from the database."""
    room, archive = connection.require_room(), connection.state.archive
    ply = node_field(message, room)
    if archive is None:
        raise InputError("this server has no database of games")
    _require_nothing_hidden(room)
    position = position_of(room, ply)
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


def _require_turn(connection: Connection, room: Room) -> None:
    """Refuse a move for a person whom another page plays."""
    turn = room.position.turn
    if not room.is_over and turn >= 0 and room.people[turn]:
        room.require_player(connection.key, turn)


def _require_no_help(connection: Connection, room: Room) -> None:
    """Refuse the engine's help to someone who plays against a guest or a host."""
    if room.keys.guests and not room.is_over and any(room.held(connection.key)):
        raise InputError("you play against another person: the engine helps when the game is over")


def _require_own_turn(connection: Connection, room: Room, node: int) -> None:
    """Refuse a search for a player whose cards the viewer does not see."""
    viewer = viewer_for(room, connection.key)
    is_own = viewer is None or position_of(room, node).turn == viewer
    if room.is_over or (is_own and not room.is_closed_to(connection.key)):
        return
    raise InputError("this would use cards that you do not see: ask when it is your turn")


HANDLERS: dict[str, Handler] = {
    "new": new,
    "join": join,
    "edit": edit,
    "leave": leave,
    "show": show,
    "move": move,
    "step": step,
    "back": take_back,
    "try": add_line,
    "promote": promote,
    "delete": delete,
    "annotate": annotate,
    "preview": preview,
    "resign": resign,
    "draw": offer_draw,
    "pause": pause,
    "invite": invite,
    "dismiss": dismiss,
    "rematch": play_again,
    "restart": restart,
    "seats": change_seats,
    "save": save,
    "ping": ping,
    "analyse": analyse,
    "advise": advise,
    "review": review,
    "judge": judge,
    "explore": explore,
    "trace": trace,
    "question": question,
    "answer": answer,
    "stop": stop,
}
