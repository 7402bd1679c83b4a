"""Checkers: its rules against OpenSpiel's, its notation read back."""

import os
import random
from typing import Any

import pytest

import counterplay as cp

MARKS = {"o": "b", "8": "B", "+": "w", "*": "W", ".": "."}


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("checkers")


@pytest.fixture(scope="module")
def oracle() -> Any:
    try:
        import pyspiel
    except ImportError as error:
        if "CI" in os.environ:
            raise
        pytest.skip(f"OpenSpiel is not installed ({error})")
    return pyspiel.load_game("checkers")


def their_squares(state: Any) -> str:
    """Our 32 squares on their board, which is ours turned round."""
    rows = [line[1:9] for line in str(state).splitlines()[:8]][::-1]
    marks = [row[7 - column] for row in rows for column in range(8)]
    dark = [n for n in range(64) if (n // 8 + n % 8) % 2 == 1]
    return "".join(MARKS[marks[n]] for n in dark)


def our_squares(game: cp.Game, state: Any) -> str:
    return "".join(word for line in game.board(state).splitlines() for word in line.split()[1:])


def turns(state: Any) -> list[str]:
    """The boards after each whole turn; they make every jump a move of its own."""
    found = []
    for action in state.legal_actions():
        child = state.child(action)
        goes_on = not child.is_terminal() and child.current_player() == state.current_player()
        found += turns(child) if goes_on else [their_squares(child)]
    return found


def test_random_games_agree_with_openspiel(game: cp.Game, oracle: Any) -> None:
    rng = random.Random(1)
    ends = {"over": 0, "kings": 0, "several": 0}
    for _ in range(60):
        position, state = game.position(), oracle.new_initial_state()
        while not (state.is_terminal() or position.is_over) and len(position.moves) < 150:
            assert their_squares(state) == our_squares(game, position.state)
            after = {
                move: our_squares(game, position.play(move).state) for move in position.legal_moves
            }
            assert sorted(after.values()) == sorted(turns(state)), position
            mover, move = state.current_player(), rng.choice(position.legal_moves)
            ends["several"] += "x" in position.show_move(move) and move >> 6 & 15 > 1
            position = position.play(move)
            advance(state, mover, after[move])
        if position.is_over and max(position.payoffs) > 0:
            assert state.is_terminal()
        ends["kings"] += "K" in game.show_position(position.state)
        if state.is_terminal() and max(state.returns()) > 0:
            assert position.is_over and list(position.payoffs) == state.returns()
            ends["over"] += 1
    assert min(ends.values()) > 10


def advance(state: Any, mover: int, wanted: str) -> bool:
    """Make the jumps of a turn that lead to the wanted board; whether there are such."""
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == mover:
            if advance(child, mover, wanted):
                state.apply_action(action)
                return advance(state, mover, wanted)
        elif their_squares(child) == wanted:
            state.apply_action(action)
            return True
    return False


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("B:W22,23:B1", ["1-5", "1-6"]),
        ("W:W22:B18,17", ["22x13", "22x15"]),  # who can capture must, and may choose
        ("W:W31:B26,18,11", ["31x8"]),
        ("B:W10,18,19,11:BK7", ["7x14x23x16x7", "7x16x23x14x7"]),  # round, and back to the start
        ("W:W11:B7,15,16", ["11x2"]),  # men do not capture backwards
        ("W:W9:B6,7,15", ["9x2"]),  # crowned, and that ends it
        ("W:WK1:B6,14,K21,28", ["1x17"]),
    ],
)
def test_moves(game: cp.Game, fen: str, moves: list[str]) -> None:
    position = game.position(fen)
    assert sorted(map(position.show_move, position.legal_moves)) == sorted(moves)
    for text in moves:
        assert position.show_move(game.parse_move(position.state, text)) == text


def test_what_is_shown_is_read_again(game: cp.Game) -> None:
    rng = random.Random(2)
    for _ in range(30):
        position = game.position()
        while not position.is_over and len(position.moves) < 100:
            move = rng.choice(position.legal_moves)
            assert game.parse_move(position.state, position.show_move(move)) == move
            position = position.play(move)
            text = game.show_position(position.state)
            assert game.show_position(game.position(text).state) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("B:W33:B1", "'33' is not a square"),
        ("B:W9:B9", "square 9 is named twice"),
        ("B:W9", "write the side to move"),
        ("W:W1:B9", "a man on the last row is a king"),
        ("X:W9:B10", "write the side to move"),
        (f"B:W32:B{','.join(map(str, range(1, 14)))}", "at most 12 pieces"),
    ],
)
def test_bad_positions_get_a_sentence(game: cp.Game, text: str, sentence: str) -> None:
    with pytest.raises(cp.InputError, match=sentence):
        game.position(text)


def test_bad_moves_get_a_sentence(game: cp.Game) -> None:
    for fen, text, sentence in (
        ("B:W22,23:B1", "1-9", "there is no such move here"),
        ("W:W22,32:B18,17", "32-28", "a side that can capture must"),
        ("B:W10,18,19,11:BK7", "7x7", "the move is ambiguous: 7x1"),
        ("B:W22,23:B1", "a1-b2", "a move is two squares"),
    ):
        with pytest.raises(cp.InputError, match=sentence):
            game.position(fen).play(text)
