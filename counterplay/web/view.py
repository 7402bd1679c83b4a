"""What a room shows at one of its plies: the board, who moves, and the moves that there are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from counterplay.core.game.facts import CHANCE
from counterplay.presentation.drawings import Cards, Drawing, drawing_of
from counterplay.presentation.viewpoint import viewer_of
from counterplay.web.shapes import (
    board_json,
    look_json,
    looks_of,
    moves_json,
    pieces_of,
    places_of,
    tokens,
    touched_cells,
)

if TYPE_CHECKING:
    from counterplay.web.rooms import Room


class Taken(NamedTuple):
    """What a move took from the board, and who made it."""

    player: int
    pieces: tuple[str, ...]


def shown_json(room: Room, ply: int) -> dict[str, Any]:
    """All that depends on the ply alone. Moves are listed where somebody may make them or look at
    them: not while the engine thinks."""
    shown = room.position.undo(room.ply - ply)
    viewer = None if room.over else viewer_of(room.position, room.people)
    drawing = drawing_of(room.game, shown.state, viewer)
    is_now = ply == room.ply
    player = None if shown.is_over else shown.turn
    is_idle = player in (None, CHANCE) or (is_now and (room.over or room.level_to_move is not None))
    moves = [] if is_idle else shown.legal_moves
    return {
        "ply": ply,
        "player": player,
        "tokens": tokens(drawing, room.game.facts.names),
        "board": board_json(drawing),
        "moves": moves_json(room.game, shown.state, moves, drawing),
        "last": last_cells(room, ply, viewer),
        "taken": taken_json(room, ply, "" if viewer is not None else drawing),
        "notation": room.game.show_position(shown.state),
    }


def last_cells(room: Room, ply: int, viewer: int | None) -> list[int]:
    """The cells of the move that led to a ply; those that it changed where it names none."""
    if ply == 0:
        return []
    game, move = room.game, room.position.moves[ply - 1]
    states = (*room.position.past, room.position.state)[ply - 1 : ply + 1]
    before, after = (drawing_of(game, s, viewer) for s in states)
    if viewer is None and game.player(states[0]) != CHANCE:
        named = touched_cells(game, states[0], move, places_of(before))
        if named and all(len(cells) == 1 for cells in named):
            return [cells[0] for cells in named]
    pairs = zip(pieces_of(before), pieces_of(after), strict=False)
    return [i for i, (old, new) in enumerate(pairs) if old != new]


def taken_json(room: Room, ply: int, drawing: Drawing | str) -> list[list[dict[str, Any]]]:
    """For each player the pieces that it has taken up to a ply, of each kind how many."""
    if isinstance(drawing, (str, Cards)):
        return [[] for _ in room.seats]
    for n in range(len(room.taken), ply):
        room.taken.append(taken(room, n))
    found = [Counter[str]() for _ in room.seats]
    for player, pieces in room.taken[:ply]:
        if player != CHANCE:
            found[player].update(pieces)
    looks = looks_of(drawing)
    return [
        [{**look_json(looks, piece), "count": n} for piece, n in sorted(pieces.items())]
        for pieces in found
    ]


def taken(room: Room, ply: int) -> Taken:
    """What the move at a ply took: as many pieces as there are fewer after it. Of those that are
    gone, the one that moved is not among them, as where it has become another."""
    game, move = room.game, room.position.moves[ply]
    s, after = (*room.position.past, room.position.state)[ply : ply + 2]
    player, drawn = game.player(s), drawing_of(game, s)
    before = pieces_of(drawn)
    stood, stands = (
        Counter(filter(None, each)) for each in (before, pieces_of(drawing_of(game, after)))
    )
    gone = stood - stands
    fewer = stood.total() - stands.total()
    if fewer <= 0:
        return Taken(player, ())
    if gone.total() > fewer and player != CHANCE:
        moved = next(iter(touched_cells(game, s, move, places_of(drawn))), [])
        gone -= Counter({before[moved[0]]: gone.total() - fewer} if moved else {})
    return Taken(player, tuple(gone.elements()) if gone.total() == fewer else ())
