"""How texts of positions name pieces: what is found in random games holds in others."""

import random
from pathlib import Path

import chess
import pytest

import counterplay as cp
from counterplay.core.game.facts import CHANCE
from counterplay.presentation.drawings import drawing_of
from counterplay.presentation.layouts import layout_of
from counterplay.presentation.samples import clean_pieces
from counterplay.presentation.text_lists import Lists
from counterplay.presentation.text_squares import Squares

OWN = Path(__file__).parents[1] / "data" / "games" / "crosses_and_rings.py"
FOUND = ("chess", "othello", "checkers", "nine_mens_morris", "breakthrough", "einstein",
         "tic_tac_toe", OWN)  # fmt: skip
NOT_FOUND = ("go", "connect_four", "dots_and_boxes", "kuhn", "nim", "pig", "backgammon")


@pytest.mark.parametrize("name", FOUND, ids=str)
def test_the_pieces_of_a_position_give_its_text(name: str) -> None:
    """Random games with another seed than those from which the layout was found."""
    game, dice = cp.load(name), random.Random(99)
    layout, start = layout_of(game), game.show_position(game.initial())
    assert layout is not None
    for _ in range(3):
        position = game.position()
        for _ in range(25):
            if position.is_over:
                break
            if position.turn == CHANCE:
                position = position.play(game.draw(position.state, dice.randrange(99)))
                continue
            drawing, text = drawing_of(game, position.state), game.show_position(position.state)
            pieces = clean_pieces(drawing)
            assert layout.texts(text, pieces, position.turn)[0] == text
            from_start = layout.texts(start, pieces, position.turn)[0]
            if isinstance(layout, Squares):
                assert from_start.split(" ")[layout.field] == text.split(" ")[layout.field]
            else:
                assert from_start == text
            position = position.play(dice.choice(position.legal_moves))


@pytest.mark.parametrize("name", NOT_FOUND)
def test_a_text_that_does_not_name_pieces_has_no_layout(name: str) -> None:
    assert layout_of(cp.load(name)) is None


def test_a_thousand_chess_boards_are_written_as_python_chess_writes_them() -> None:
    layout, dice = layout_of(cp.load("chess")), random.Random(3)
    assert isinstance(layout, Squares)
    for _ in range(1_000):
        theirs = chess.Board(None)
        for square in dice.sample(range(64), dice.randrange(1, 33)):
            kind, colour = dice.randrange(1, 7), dice.random() < 0.5
            theirs.set_piece_at(square, chess.Piece(kind, colour))
        shown = str(theirs).split()  # from a8 to h1, a point for an empty square
        pieces = ["" if piece == "." else piece for piece in shown]
        text = layout.texts(chess.STARTING_FEN, pieces, 1)[0]
        assert text == f"{theirs.board_fen()} b KQkq - 0 1"


def test_fields_are_shortened_until_they_fit_the_pieces() -> None:
    layout = layout_of(cp.load("chess"))
    assert layout is not None
    pieces = ["k" if i == 4 else "K" if i == 60 else "" for i in range(64)]
    texts = layout.texts(chess.STARTING_FEN, pieces, 0)
    assert texts[0] == "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"
    assert texts[1] == "4k3/8/8/8/8/8/8/4K3 w KQk - 0 1"
    assert "4k3/8/8/8/8/8/8/4K3 w - - 0 1" in texts


def test_a_king_of_checkers_has_a_prefix_before_any_was_seen() -> None:
    layout = layout_of(cp.load("checkers"))
    assert isinstance(layout, Lists)
    assert (layout.marks["W"], layout.marks["b"]) == (("W", "K"), ("B", ""))
