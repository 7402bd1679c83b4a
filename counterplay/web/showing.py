"""What a room shows at one of its plies: the board, who moves, and the moves that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterplay.core.facts import CHANCE
from counterplay.web.boards import board_json, cells_of, moves_json, pieces_of, places_of, tokens

if TYPE_CHECKING:
    from counterplay.web.rooms import Room


def shown_json(room: Room, ply: int) -> dict[str, Any]:
    """All that depends on the ply alone. Moves are listed where somebody may make them or look at
    them: not while the engine thinks."""
    shown = room.position.back(room.ply - ply)
    drawing = room.game.drawing(shown.state)
    is_now = ply == room.ply
    player = None if shown.over else shown.player
    is_idle = player in (None, CHANCE) or (is_now and (room.over or room.level_to_move is not None))
    moves = [] if is_idle else shown.actions
    return {
        "ply": ply,
        "player": player,
        "tokens": tokens(drawing, room.game.facts.names),
        "board": board_json(drawing),
        "moves": moves_json(room.game, shown.state, moves, drawing),
        "last": last_cells(room, ply),
        "notation": room.game.show_position(shown.state),
    }


def last_cells(room: Room, ply: int) -> list[int]:
    """The cells of the move that led to a ply; those that it changed where it names none."""
    if ply == 0:
        return []
    game, move = room.game, room.position.moves[ply - 1]
    states = (*room.position.past, room.position.state)[ply - 1 : ply + 1]
    before, after = (game.drawing(s) for s in states)
    if game.player(states[0]) != CHANCE:
        named = cells_of(game, states[0], move, places_of(before))
        if named and all(len(cells) == 1 for cells in named):
            return [cells[0] for cells in named]
    pairs = zip(pieces_of(before), pieces_of(after), strict=False)
    return [i for i, (old, new) in enumerate(pairs) if old != new]
