"""What the server does with messages about variations, glyphs and comments.

`ply` of such a message is the number of a node: a ply of the game, or a move of a variation. Every
page of the room gets the new tree; the page that has changed it goes to the node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counterplay.core.game.errors import InputError
from counterplay.formats.move_tree import GLYPHS
from counterplay.presentation.drawings import drawing_at
from counterplay.presentation.shapes import board_json, last_cells
from counterplay.web import study
from counterplay.web.messages import (
    LONGEST_COMMENT,
    LONGEST_MOVE,
    MOST_NODE,
    Message,
    number_field,
    text_field,
    texts_field,
)
from counterplay.web.room import Room
from counterplay.web.sealed import seal

if TYPE_CHECKING:
    from counterplay.web.connection import Connection

MOST_MOVES = 40
"""The most moves of a line that are added at once."""


def node_field(message: Message, room: Room) -> int:
    """The number of a node of the room's tree."""
    return study.require_node(room, number_field(message, "ply", 0, MOST_NODE))


async def add_line(connection: Connection, message: Message) -> None:
    """Add moves as a variation, and show the last one."""
    room = connection.require_room()
    moves = texts_field(message, "moves", MOST_MOVES, LONGEST_MOVE)
    study.require_study(room, connection.key)
    _changed(connection, room, study.add_line(room, node_field(message, room), moves))


async def promote(connection: Connection, message: Message) -> None:
    """Make the line to a move the main line, or the first variation."""
    room, moves = _opened(connection)
    node = study.promote(room, node_field(message, room))
    _changed(connection, room, node, room.position.moves != moves)


async def delete(connection: Connection, message: Message) -> None:
    """Delete a move and all that follow it."""
    room, moves = _opened(connection)
    node = study.delete(room, node_field(message, room))
    _changed(connection, room, node, room.position.moves != moves)


async def annotate(connection: Connection, message: Message) -> None:
    """Set the glyph and the comment of a move. Other glyphs of a file stay."""
    room, _ = _opened(connection)
    node = node_field(message, room)
    glyph = text_field(message, "glyph", "", 2)
    if glyph not in ("", *GLYPHS.values()):
        raise InputError(f"glyph must be one of {' '.join(GLYPHS.values())}, or empty")
    chosen = [nag for nag, sign in GLYPHS.items() if sign == glyph]
    others = [nag for nag in room.tree.nodes[node].nags if nag not in GLYPHS]
    comment = text_field(message, "comment", "", LONGEST_COMMENT).strip()
    study.annotate(room, node, (*chosen, *others), comment)
    _changed(connection, room, None)


async def preview(connection: Connection, message: Message) -> None:
    """Send the board after some moves of a line; the room does not change. Of a line that goes on
    after a roll, the moves before it."""
    room = connection.require_room()
    moves = texts_field(message, "moves", MOST_MOVES, LONGEST_MOVE)
    position = study.position_of(room, node_field(message, room))
    if room.game.facts.hidden and not room.is_over:
        raise InputError("this would show hidden cards: wait until the game is over")
    for move in moves:
        if not position.is_legal(move):
            break
        position = position.play(move)
    connection.send({
        "type": "previewed", "ply": message["ply"], "moves": moves,
        "board": board_json(drawing_at(position)), "last": last_cells(position),
    })  # fmt: skip


def node_to_stay_at(message: Message, room: Room) -> int | None:
    """The node that a page shows on when its message was refused; None for the end of the game."""
    node = message.get("ply")
    is_study = message.get("type") in ("try", "promote", "delete", "annotate", "preview", "judge")
    return node if is_study and type(node) is int and node in room.tree.nodes else None


def _opened(connection: Connection) -> tuple[Room, tuple[int, ...]]:
    """The room, in which this page may study, and the moves of its game."""
    room = connection.require_room()
    study.require_study(room, connection.key)
    return room, room.position.moves


def _changed(
    connection: Connection, room: Room, node: int | None, is_another_game: bool = False
) -> None:
    """Tell all pages, and lead this one to a node."""
    if is_another_game:
        connection.state.room_changed(room)
    kept, tree = seal(room.record), study.tree_json(room)
    room.broadcast({"type": "studied", "version": room.version, "kept": kept, "tree": tree})
    if node is not None:
        room.show_to(connection, node)
