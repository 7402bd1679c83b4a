"""The message `room`: everything that the page shows of a game.

The message has a part for the whole game and a part for the position at one ply. The second part
is slow to compute, so the room caches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterplay.core.game.facts import CHANCE
from counterplay.presentation.drawings import drawing_at, rolled_by
from counterplay.presentation.shapes import (
    board_json,
    last_cells,
    moves_json,
    player_tokens,
)
from counterplay.presentation.steps import first_steps
from counterplay.presentation.viewpoint import is_secret, viewer_of
from counterplay.web.captures import captured_json
from counterplay.web.results import ending_text
from counterplay.web.sealed import Sealed, seal

if TYPE_CHECKING:
    from counterplay.web.room import Room

HIDDEN_MOVE = "…"
"""Shown instead of a move that the viewer may not know yet."""

CachedView = tuple[int, int, dict[str, Any]]
"""The version and the ply of a view, and the view."""
NO_VIEW: CachedView = (-1, -1, {})


def room_json(room: Room, at: int | None = None) -> dict[str, Any]:
    """The message `room`; with `at`, the board of an earlier ply."""
    ply = room.ply if at is None else at
    if room.cached_view[:2] != (room.version, ply):
        room.cached_view = (room.version, ply, position_json(room, ply))
    return {
        "type": "room",
        "room": room.id,
        "game": room.game.name,
        "title": room.game.facts.title,
        "names": list(room.game.facts.names),
        "seats": list(room.seats),
        "seed": 0 if is_hidden(room) else room.seed,
        "version": room.version,
        "plies": room.ply,
        "over": room.is_over,
        "result": ending_text(room.position, room.resigned, room.fault),
        "resigned": room.resigned,
        "fault": room.fault,
        "written": shown_moves(room),
        "chances": chance_plies(room),
        "position": kept_text(room),
        "shares": {str(n): share for n, share in room.shares.items() if is_shown(room, n)},
        "sources": {str(n): source for n, source in room.sources.items()},
        "levels_to_move": room.opponent_to_move,
        **room.cached_view[2],
    }


def position_json(room: Room, ply: int) -> dict[str, Any]:
    """The part of the message that depends on the ply. It has no moves while the engine thinks."""
    shown = room.position_at(ply)
    viewer = None if room.is_over else viewer_of(room.position, room.people)
    drawing = drawing_at(shown, viewer)
    player = None if shown.is_over else shown.turn
    is_latest = ply == room.ply
    is_waiting = is_latest and (room.is_over or room.opponent_to_move is not None)
    moves = [] if player in (None, CHANCE) or is_waiting else shown.legal_moves
    return {
        "ply": ply,
        "player": player,
        "tokens": player_tokens(drawing, room.game.facts.names),
        "board": board_json(drawing),
        "moves": moves_json(room.game, shown.state, moves, drawing),
        "steps": first_steps(room.game, shown.state) if moves else [],
        "rolled_by": rolled_by(shown),
        "last": last_cells(shown, viewer),
        "taken": captured_json(room, ply, "" if viewer is not None else drawing),
        "notation": "" if is_hidden(room) else room.game.show_position(shown.state),
    }


def is_hidden(room: Room) -> bool:
    """Whether something of the game must not be known yet."""
    return room.game.facts.hidden and not room.is_over


def kept_text(room: Room) -> str:
    """The game as text, for a page that comes back to it; sealed if something is hidden."""
    if not is_hidden(room):
        return room.text
    viewer = viewer_of(room.position, room.people)
    return seal(Sealed(room.text, room.seed, viewer))


def is_shown(room: Room, ply: int) -> bool:
    """Whether a viewer may know how a position was judged: by what that viewer knows."""
    if not is_hidden(room):
        return True
    viewer = viewer_of(room.position, room.people)
    return viewer is None or (ply <= room.ply and room.position_at(ply).turn == viewer)


def chance_plies(room: Room) -> list[int]:
    """The moves of chance, counted from 1."""
    if not room.game.facts.chance:
        return []
    player = room.game.player
    return [n for n, s in enumerate(room.position.past, 1) if player(s) == CHANCE]


def shown_moves(room: Room) -> list[str]:
    """The moves of the game, without those that are hidden from the viewer."""
    if not room.game.facts.hidden or room.is_over:
        return room.written
    viewer = viewer_of(room.position, room.people)
    return [
        HIDDEN_MOVE if _is_hidden(room, ply, viewer) else text
        for ply, text in enumerate(room.written)
    ]


def _is_hidden(room: Room, ply: int, viewer: int | None) -> bool:
    """Whether the move at a ply is hidden from the viewer; computed once."""
    if (ply, viewer) not in room.hidden_moves:
        room.hidden_moves[ply, viewer] = is_secret(room.position, ply, viewer)
    return room.hidden_moves[ply, viewer]
