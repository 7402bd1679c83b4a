"""Native texts of chess are those of the game itself, which python-chess has been asked about."""

import random
from typing import Any

import pytest

import counterplay as cp
from counterplay.formats.chess.text import ChessText

CASES = (
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 3 40",
    "8/8/8/3k4/8/Q6Q/8/Q3K3 w - - 0 1",  # three queens, of which two share a row, two a file
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "1rkr4/8/8/8/8/8/8/RRK4R w HBdb - 12 9000",
    "7k/5Q2/6K1/8/8/8/8/8 w - - 99 1",
)


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("chess")


def compare(game: cp.Game, writer: ChessText, state: Any) -> None:
    moves = game.buffered("actions", state)
    named = writer.choices(state)
    assert named == {game.show_move(state, move): move for move in moves}
    assert writer.fen(state) == game.show_position(state)


@pytest.mark.parametrize("fen", CASES)
def test_positions_of_every_kind_are_written_as_the_game_does(game: cp.Game, fen: str) -> None:
    compare(game, ChessText(), game.position(fen).state)


@pytest.mark.parametrize("number", [518, 0, 959])
def test_random_games_are_written_as_the_game_does(game: cp.Game, number: int) -> None:
    writer, rng = ChessText(), random.Random(number)
    start = cp.load("chess", start=number).initial()
    state, played, names = start, list[int](), list[str]()
    for ply in range(300):
        choices = writer.choices(state)
        if not choices:
            break
        if ply % 20 == 0:
            compare(game, writer, state)
        names.append(rng.choice(sorted(choices)))
        played.append(choices[names[-1]])
        state = game.result(state, played[-1])
    texts, places = writer.line(start, played)
    assert texts == names == writer.moves(start, played)
    assert writer.fen(places[-1]) == game.show_position(state)


def test_a_move_that_is_not_legal_is_named(game: cp.Game) -> None:
    start = game.initial()
    e4 = game.parse_move(start, "e4")
    with pytest.raises(cp.InputError, match=f"move 3 of 3, number {e4}, is not legal"):
        ChessText().moves(start, [e4, e4, e4])
