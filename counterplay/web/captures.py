"""The pieces that each player has captured, found by comparing the boards of the game."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.position import Position
from counterplay.presentation.drawings import Cards, Drawing, drawing_of
from counterplay.presentation.shapes import (
    cells_by_name,
    clicked_cells,
    looks_of,
    piece_json,
    pieces_of,
)
from counterplay.presentation.stacks import Stacks

if TYPE_CHECKING:
    from counterplay.web.room import Room


class Capture(NamedTuple):
    """The pieces that a move removed from the board, and the player who moved."""

    player: int
    pieces: tuple[str, ...]


def captured_json(
    room: Room, shown: Position, shared: int, drawing: Drawing | str
) -> list[list[dict[str, Any]]]:
    """For each player the pieces captured up to a position, of which the first `shared` plies are
    those of the game: each kind once, with its count."""
    if isinstance(drawing, (str, Cards, Stacks)):
        return [[] for _ in room.seats]
    for n in range(len(room.captures), shared):
        room.captures.append(captured_by(room.position, n))
    aside = [captured_by(shown, n) for n in range(shared, shown.ply)]
    counts = [Counter[str]() for _ in room.seats]
    for player, pieces in (*room.captures[:shared], *aside):
        if player != CHANCE:
            counts[player].update(pieces)
    looks = looks_of(drawing)
    return [
        [{**piece_json(looks, piece), "count": n} for piece, n in sorted(pieces.items())]
        for pieces in counts
    ]


def captured_by(position: Position, ply: int) -> Capture:
    """What the move at a ply captured.

    The number of captured pieces is the difference in the number of pieces. If more kinds have
    disappeared, the moving piece was promoted: it is not a captured piece.
    """
    game, move = position.game, position.moves[ply]
    state, next_state = (*position.past, position.state)[ply : ply + 2]
    player, drawing = game.player(state), drawing_of(game, state)
    pieces = pieces_of(drawing)
    before = Counter(filter(None, pieces))
    after = Counter(filter(None, pieces_of(drawing_of(game, next_state))))
    gone = before - after
    captured = before.total() - after.total()
    if captured <= 0:
        return Capture(player, ())
    if gone.total() > captured and player != CHANCE:
        start = next(iter(clicked_cells(game, state, move, cells_by_name(drawing))), [])
        gone -= Counter({pieces[start[0]]: gone.total() - captured} if start else {})
    return Capture(player, tuple(gone.elements()) if gone.total() == captured else ())
