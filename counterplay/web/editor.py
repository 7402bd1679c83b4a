"""The board editor: the text of a position that is put together piece by piece, and its faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counterplay.core.game.errors import CounterplayError, InputError
from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.core.game.position_text import FIELDS
from counterplay.presentation.choices import moves_with_choices
from counterplay.presentation.drawings import KINDS, drawing_at
from counterplay.presentation.layouts import Layout, layout_of
from counterplay.presentation.samples import clean_pieces
from counterplay.presentation.shapes import board_json, looks_of, piece_json
from counterplay.web.files import read_study
from counterplay.web.messages import encodable

MOST_CELLS = 1_024
"""The most cells of a board that is edited."""
MOST_MOVES = 500
"""The most moves by which a position is changed."""
OTHER = "the rules of the game make another position of these pieces"


def pieces_field(message: Mapping[str, Any], name: str) -> list[str] | None:
    """The pieces on the cells of a board, "" for an empty one; None if the text counts."""
    pieces = message.get(name)
    if pieces is None:
        return None
    is_valid = (
        isinstance(pieces, list)
        and len(pieces) <= MOST_CELLS
        and all(isinstance(piece, str) for piece in pieces)
    )
    if not is_valid:
        raise InputError(f"{name} must be a list of at most {MOST_CELLS:,} texts")
    return [encodable(piece) for piece in pieces or ()]


def edited(
    game: Game, text: str, pieces: Sequence[str] | None = None, player: int | None = None
) -> dict[str, Any]:
    """The position that a text describes; with `pieces`, these pieces and the player to move.

    `text` is its text, `fault` why it is none. Then it has no board, and the page keeps its own.
    """
    layout = layout_of(game)
    if pieces is None:
        found = _checked(game, [text], None) | _tools(game, layout)
        return found if layout is not None or found["fault"] else {**found, **_moves(game, found)}
    if layout is None:
        raise InputError(f"{game.facts.title} has no text for single pieces: edit the text")
    cells = board_json(drawing_at(game.position()))["cells"]
    if len(pieces) != len(cells):
        raise InputError("the number of pieces must be the number of cells of the board")
    if any(piece and not cell["name"] for piece, cell in zip(pieces, cells, strict=True)):
        raise InputError("a piece can only stand on a cell that has a name")
    if strange := [piece for piece in pieces if piece not in layout.symbols]:
        raise InputError(f"{strange[0]!r} is not a piece of {game.facts.title}")
    return _checked(game, _texts(game, layout, text, pieces, player), pieces)


def _texts(
    game: Game, layout: Layout, text: str, pieces: Sequence[str], player: int | None
) -> list[str]:
    """Texts for these pieces. What they do not say stays as in `text`, or as at the start."""
    try:
        return layout.texts(text, pieces, player)
    except ValueError:  # `startpos moves e4`, or what the user is still writing
        return layout.texts(game.show_position(game.initial()), pieces, player)


def _checked(game: Game, texts: Sequence[str], pieces: Sequence[str] | None) -> dict[str, Any]:
    """The first text that is a position with these pieces; if none is, why the first is not."""
    fault = ""
    for text in texts:
        try:
            position, _ = read_study(game, text)
            drawing = drawing_at(position)
        except CounterplayError as error:
            fault = fault or _reason(game, error)
            continue
        if pieces is None or clean_pieces(drawing) == tuple(pieces):
            return _described(position)
        fault = fault or OTHER
    return {"text": texts[0], "fault": fault}


def _reason(game: Game, error: CounterplayError) -> str:
    """The sentence of the rules, without the text that the user sees."""
    text = str(error)
    return text.partition(f"is not a position of {game.name}: ")[2] or text


def _described(position: Position) -> dict[str, Any]:
    shown = position.game.show_position(position.state)
    return {
        "text": position.text if shown.startswith(FIELDS) else shown,  # moves say more than numbers
        "fault": "",
        "board": board_json(drawing_at(position)),
        "player": None if position.is_over else position.turn,
        "over": position.is_over,
    }


def _tools(game: Game, layout: Layout | None) -> dict[str, Any]:
    """What can be changed on the board: the pieces, and the players that can be to move."""
    if layout is None:
        return {"palette": [], "sides": []}
    looks = looks_of(drawing_at(game.position()))
    known = [piece for piece in layout.symbols if piece]
    palette = sorted((piece_json(looks, piece) for piece in known), key=_rank)
    return {"palette": palette, "sides": sorted(layout.sides)}


def _moves(game: Game, found: Mapping[str, Any]) -> dict[str, Any]:
    """The moves of a position that cannot be edited piece by piece: it can be reached by them."""
    position = game.position(found["text"])
    if position.is_over:
        return {"moves": []}
    if position.turn != CHANCE:
        moves = position.legal_moves
    else:
        moves = [move for move, _ in game.chance(position.state)]
    drawing = drawing_at(position)
    return {"moves": moves_with_choices(game, position.state, moves[:MOST_MOVES], drawing)}


def _rank(piece: dict[str, str]) -> tuple[bool, str, int, str]:
    """White pieces come first, then colour by colour, kings before pawns."""
    kind, colour = piece.get("kind", ""), piece.get("colour", "")
    rank = KINDS.index(kind) if kind in KINDS else len(KINDS)
    return colour != "white", colour, rank, piece["piece"]
