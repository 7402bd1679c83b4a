"""Moves that share their cells, and the pieces that tell them apart."""

import re
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.presentation.choices import moves_with_choices
from counterplay.presentation.drawings import drawing_of

WILD = Path(__file__).parents[1] / "data" / "games" / "crosses_and_rings.py"
KINDS = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}


def choices(game: cp.Game, text: str) -> dict[str, Any]:
    """The pieces that moves leave, by the text of the move."""
    position = game.position(text)
    drawing = drawing_of(game, position.state)
    shown = moves_with_choices(game, position.state, position.legal_moves, drawing)
    return {move["text"]: move["leaves"] for move in shown if "leaves" in move}


@pytest.mark.parametrize("side", ["white", "black"])
def test_a_promotion_leaves_the_piece_that_its_text_names(side: str) -> None:
    text = "3n4/4P1k1/8/8/8/2K5/3p4/4N3 w - - 0 1"
    found = choices(cp.load("chess"), text if side == "white" else text.replace(" w ", " b "))
    assert len(found) == 8, "four promotions on each of two squares"
    for move, piece in found.items():
        named = re.search("=([QRBN])", move)
        assert named is not None
        assert (piece["kind"], piece["colour"]) == (KINDS[named[1]], side)


def test_a_move_with_cells_of_its_own_has_no_picture() -> None:
    assert choices(cp.load("chess"), "startpos") == {}
    assert choices(cp.load("tic_tac_toe"), "startpos") == {}


def test_a_game_of_ones_own_has_pieces_by_their_letters() -> None:
    found = choices(cp.load(WILD), "startpos moves Xa3")
    assert len(found) == 16 and "Xa3" not in found
    kinds = {"X": "cross", "O": "ring"}
    assert all((p["piece"], p["kind"]) == (m[0], kinds[m[0]]) for m, p in found.items())


@pytest.mark.parametrize("name", ["kuhn", "dark_hex", "backgammon"])
def test_nothing_is_said_if_something_is_hidden_or_moves_have_steps(name: str) -> None:
    game, text = cp.load(name), "startpos moves 31" if name == "backgammon" else "startpos"
    assert choices(game, text) == {}
