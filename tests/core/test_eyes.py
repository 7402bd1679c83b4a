"""Whose eyes a board is drawn for, and what nobody may read yet."""

from pathlib import Path

import pytest

from counterplay.core.eyes import eyes_of, is_secret
from counterplay.games import load

KUHN = Path(__file__).parents[1] / "data" / "games" / "kuhn_poker.py"
BOTH, FIRST, SECOND, NOBODY = (True, True), (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("moves", "people", "eyes"),
    [
        ("J K", BOTH, 0),
        ("J K pass", BOTH, 1),
        ("J K pass", FIRST, 0),
        ("J K", SECOND, 1),
        ("J K", NOBODY, None),
        ("J", BOTH, 0),
        ("J K bet bet", FIRST, None),
    ],
)
def test_a_hidden_game_is_seen_by_whose_turn_it_is(
    moves: str, people: tuple[bool, bool], eyes: int | None
) -> None:
    position = load(KUHN).position(f"startpos moves {moves}")
    assert eyes_of(position, people) == eyes


def test_where_nothing_is_hidden_everything_is_shown() -> None:
    assert eyes_of(load("tic_tac_toe").position(), BOTH) is None


def test_what_was_dealt_is_secret_until_the_game_is_over() -> None:
    game = load(KUHN)
    dealt = game.position("startpos moves J K pass")
    assert [is_secret(dealt, ply) for ply in range(3)] == [True, True, False]
    over = dealt.play("pass")
    assert not any(is_secret(over, ply) for ply in range(4))


def test_a_board_is_drawn_as_a_player_sees_it() -> None:
    game = load(KUHN)
    state = game.position("startpos moves J K").state
    seen = [game.board(state, eyes).split() for eyes in (0, 1, None)]
    assert [[row[1], row[3]] for row in seen] == [["J", "?"], ["?", "K"], ["J", "K"]]
