"""The message `room`: everything that the page shows of a game.

The message has a part for the whole game and a part for the position at one ply. The second part
is slow to compute, so the room caches it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.formats.registry import tree_format
from counterplay.presentation.choices import moves_with_choices
from counterplay.presentation.drawings import Drawing, drawing_at, rolled_by
from counterplay.presentation.shapes import (
    board_json,
    last_cells,
    player_tokens,
)
from counterplay.presentation.steps import first_steps
from counterplay.presentation.viewpoint import secrets, viewer_of
from counterplay.web.captures import captured_json
from counterplay.web.owners import has_boxes, owned, token
from counterplay.web.results import ending_text
from counterplay.web.sealed import seal
from counterplay.web.study import (
    branch_of,
    is_own,
    may_study,
    outcomes,
    position_of,
    tree_json,
)
from counterplay.web.variants import public_name

if TYPE_CHECKING:
    from counterplay.web.room import Room

HIDDEN_MOVE = "…"
"""Shown instead of a move that the viewer may not know yet."""

CachedView = tuple[int, int, int | None, dict[str, Any]]
"""The version, the node and the viewer of a view, and the view."""
NO_VIEW: CachedView = (-1, -1, None, {})


def room_json(room: Room, at: int | None, key: str) -> dict[str, Any]:
    """The message `room` for the holder of a key; with `at`, the board of another node."""
    node = room.ply if at is None else at
    viewer = viewer_for(room, key)
    if room.cached_view[:3] != (room.version, node, viewer):
        room.cached_view = (room.version, node, viewer, position_json(room, node, viewer))
    return {
        "type": "room",
        "room": room.id,
        "game": public_name(room.game),
        "title": room.game.facts.title,
        "names": list(room.game.facts.names),
        "seats": list(room.seats),
        "seed": 0 if is_hidden(room) else room.seed,
        "version": room.version,
        "plies": room.ply,
        "over": room.is_over,
        "result": ending_text(room.position, room.resigned, room.fault, room.is_agreed),
        "resigned": room.resigned,
        "fault": room.fault,
        "agreed": room.is_agreed,
        "written": shown_moves(room, viewer),
        "movers": movers(room),
        "position": shown_text(room, viewer),
        "shares": {str(n): share for n, share in room.shares.items() if is_shown(room, n, viewer)},
        "sources": {str(n): source for n, source in room.sources.items()},
        "levels_to_move": room.opponent_to_move,
        "paused": room.is_paused,
        "kept": seal(room.record),
        "study": may_study(room, key),
        "own": is_own(room),
        "reviewed": bool(room.reviewed),
        "format": tree_format(room.game).name,
        "tree": tree_json(room),
        **people_json(room, key),
        **room.cached_view[3],
    }


def people_json(room: Room, key: str) -> dict[str, Any]:
    """The part of the message about people: whom the holder of the key plays, and who is there."""
    return {
        "key": key if room.keys.is_host(key) or any(room.held(key)) else "",
        "host": room.keys.is_host(key),
        "yours": room.held(key),
        "guests": sorted(room.keys.guests),
        "present": room.present,
        "offer": room.offer,
        "clocks": room.clocks and room.clocks.as_json(),
    }


def viewer_for(room: Room, key: str) -> int | None:
    """The player whose view the holder of a key gets; None shows everything."""
    return None if room.is_over else viewer_of(room.position, room.held(key))


def position_json(room: Room, node: int, viewer: int | None) -> dict[str, Any]:
    """The part of the message that depends on the node. It has no moves while the engine thinks,
    and none of a player whose cards the viewer does not see."""
    shown = position_of(room, node)
    drawing = drawing_at(shown, viewer)
    player = None if shown.is_over else shown.turn
    is_waiting = node == room.ply and room.opponent_to_move is not None
    is_secret = viewer not in (None, player)
    moves = [] if player in (None, CHANCE) or is_waiting or is_secret else shown.legal_moves
    return {
        "ply": shown.ply,
        "node": node,
        "player": player,
        **board_and_tokens(shown, drawing),
        "moves": moves_with_choices(room.game, shown.state, moves, drawing)
        or chance_json(room, node),
        "steps": first_steps(room.game, shown.state) if moves else [],
        "rolled_by": rolled_by(shown),
        "last": last_cells(shown, viewer),
        "taken": captured_json(
            room, shown, branch_of(room, node), "" if viewer is not None else drawing
        ),
        "notation": "" if is_hidden(room) else room.game.show_position(shown.state),
    }


def board_and_tokens(shown: Position, drawing: Drawing | str) -> dict[str, Any]:
    """The board, and a piece for each player. Boxes show who owns them."""
    names, board = shown.game.facts.names, board_json(drawing)
    if has_boxes(drawing):
        tokens = [token(names, player) for player in range(len(names))]
        return {"tokens": tokens, "board": owned(board, shown)}
    return {"tokens": player_tokens(drawing, names), "board": board}


def chance_json(room: Room, node: int) -> list[dict[str, Any]]:
    """What chance can do in a variation, as moves without cells. In the game it moves by itself."""
    shown = position_of(room, node)
    is_game = node == room.ply and not room.is_over
    if is_game or is_hidden(room) or shown.is_over or shown.turn != CHANCE:
        return []
    return [{"text": shown.show_move(move), "cells": []} for move in outcomes(shown)]


def is_hidden(room: Room) -> bool:
    """Whether something of the game must not be known yet."""
    return room.game.facts.hidden and not room.is_over


def shown_text(room: Room, viewer: int | None) -> str:
    """The game as text; sealed if something is hidden, for a search that the viewer may see."""
    if not is_hidden(room):
        return room.text
    return seal({"text": room.text, "seed": room.seed, "viewer": viewer})


def is_shown(room: Room, node: int, viewer: int | None) -> bool:
    """Whether a viewer may know how a position was judged: by what that viewer knows."""
    if not is_hidden(room):
        return True
    return viewer is None or (node <= room.ply and room.position_at(node).turn == viewer)


def movers(room: Room) -> list[int]:
    """Who made each move: the number of the player, or CHANCE."""
    return [room.game.player(s) for s in room.position.past]


def shown_moves(room: Room, viewer: int | None) -> list[str]:
    """The moves of the game, without those that are hidden from the viewer."""
    if not room.game.facts.hidden or room.is_over:
        return list(room.written)  # a message may wait while the game goes on
    pairs = zip(room.written, _hidden_moves(room, viewer), strict=True)
    return [HIDDEN_MOVE if is_hidden else text for text, is_hidden in pairs]


def _hidden_moves(room: Room, viewer: int | None) -> list[bool]:
    """For each move, whether it is hidden from the viewer; what is settled is computed once."""
    settled = room.hidden_moves.get(viewer, ())
    found = secrets(room.position, viewer, settled[: room.ply])
    if room.position.turn != CHANCE:
        room.hidden_moves[viewer] = found
    return found
