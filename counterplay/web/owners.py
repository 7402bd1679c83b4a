"""Who owns a box: the player whose move completed it.

A state of Dots and Boxes counts the boxes of each player, but does not say which they are. The
moves of the game do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from counterplay.core.game.facts import CHANCE
from counterplay.core.game.game import Game
from counterplay.core.game.position import Position
from counterplay.presentation.drawings import Drawing, drawing_of
from counterplay.presentation.shapes import looks_of, pieces_of

BOX, EDGE = "box", "edge"
COLOURS = ("blue", "red", "green", "yellow")
"""The colours of the boxes of each player."""


def has_boxes(drawing: Drawing | str) -> bool:
    """Whether a drawing can have edges, and boxes that they enclose."""
    return {BOX, EDGE} <= {look.split()[0] for look in looks_of(drawing).values() if look}


def owned(board: dict[str, Any], position: Position) -> dict[str, Any]:
    """A board whose boxes have the colour and the letter of their owner, as far as it is known."""
    names, owners = position.game.facts.names, owners_of(position)
    cells = [
        {**cell, **token(names, owners[i])} if i in owners else cell
        for i, cell in enumerate(board["cells"])
    ]
    return {**board, "cells": cells}


def token(names: Sequence[str], player: int) -> dict[str, str]:
    """The box of a player: a colour, and a letter; a number if two names have the same letter."""
    letters = [name[:1].upper() for name in names]
    label = letters[player] if len({*letters}) == len(letters) else str(player + 1)
    colour = COLOURS[player % len(COLOURS)]
    return {"piece": label, "kind": BOX, "colour": colour, "label": label}


def owners_of(position: Position) -> dict[int, int]:
    """By cell, the player whose move completed the box."""
    game = position.game
    states = (*position.past, position.state)
    owners: dict[int, int] = {}
    for (before, boxes), (_, after) in pairwise((s, _boxes(game, s)) for s in states):
        mover = game.player(before)
        if mover != CHANCE:
            owners |= dict.fromkeys(after - boxes, mover)
    return owners


def _boxes(game: Game, state: Any) -> frozenset[int]:
    """The cells with a box."""
    drawing = drawing_of(game, state)
    looks = looks_of(drawing)
    pieces = enumerate(pieces_of(drawing))
    return frozenset(i for i, piece in pieces if looks.get(piece, "").startswith(BOX))
