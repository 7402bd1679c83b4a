"""The viewer that a board is drawn for, and moves that a viewer must not read yet."""

from pathlib import Path

import pytest

from counterplay.games import load
from counterplay.presentation.viewpoint import is_secret, viewer_of

KUHN = Path(__file__).parents[1] / "data" / "games" / "kuhn_poker.py"
HANDS = """
from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Rock, paper, scissors", most_actions=3, longest_game=2, hidden=True)
NAMES = ("rock", "paper", "scissors")


class State(NamedTuple):
    first: int
    second: int


def initial():
    return State(-1, -1)


def player(s):
    return 0 if s.first < 0 else 1


def actions(s, moves):
    if terminal(s):
        return 0
    for a in range(3):
        moves[a] = a
    return 3


def result(s, a):
    return State(a, -1) if s.first < 0 else State(s.first, a)


def terminal(s):
    return s.second >= 0


def utility(s, p):
    won = (s.first - s.second) % 3
    return 0 if won == 0 else 1 if (won == 1) == (p == 0) else -1


def show_move(s, a):
    return NAMES[a]


def board(s, p):
    shown = NAMES[s.first] if s.first >= 0 and p in (0, None) else "?"
    return f"first {shown if s.first >= 0 else '-'}"
"""
BOTH, FIRST, SECOND, NOBODY = (True, True), (True, False), (False, True), (False, False)


@pytest.mark.parametrize(
    ("moves", "people", "viewer"),
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
    moves: str, people: tuple[bool, bool], viewer: int | None
) -> None:
    position = load(KUHN).position(f"startpos moves {moves}")
    assert viewer_of(position, people) == viewer


def test_where_nothing_is_hidden_everything_is_shown() -> None:
    assert viewer_of(load("tic_tac_toe").position(), BOTH) is None


@pytest.mark.parametrize(
    ("viewer", "secret"),
    [(0, [False, True, False]), (1, [True, False, False]), (None, 3 * [False])],
)
def test_what_others_were_dealt_is_secret(viewer: int | None, secret: list[bool]) -> None:
    dealt = load(KUHN).position("startpos moves J K pass")
    assert [is_secret(dealt, ply, viewer) for ply in range(3)] == secret
    over = dealt.play("pass")
    assert not any(is_secret(over, ply, viewer) for ply in range(4))


def test_cards_of_a_deal_are_no_secret_when_it_is_complete() -> None:
    game = load("limit_holdem")
    flop = "startpos moves Ah Kd 7s 2c call check 3h 4h 5d"
    shown = [not is_secret(game.position(flop), ply, 0) for ply in range(9)]
    assert shown == [True, True, False, False, True, True, True, True, True]
    shown = [not is_secret(game.position(flop), ply, 1) for ply in range(9)]
    assert shown == [False, False, True, True, True, True, True, True, True]
    assert is_secret(game.position("startpos moves Ah"), 0, 0)


def test_a_choice_that_looks_like_any_other_is_secret(tmp_path: Path) -> None:
    (tmp_path / "hands.py").write_text(HANDS)
    position = load(tmp_path / "hands.py").position("startpos moves rock")
    assert not is_secret(position, 0, 0)
    assert is_secret(position, 0, 1)


def test_a_board_is_drawn_as_a_player_sees_it() -> None:
    game = load(KUHN)
    state = game.position("startpos moves J K").state
    seen = [game.board(state, viewer).split() for viewer in (0, 1, None)]
    assert [[row[1], row[3]] for row in seen] == [["J", "?"], ["?", "K"], ["J", "K"]]


def test_the_last_card_of_a_deck_is_hidden_if_others_are():
    """Nothing else could be dealt, but only who knows the other cards knows that."""
    position = load("bridge", cards=1).position("N:A... .A.. ..A. ...A")
    assert [is_secret(position, ply, 0) for ply in range(4)] == [True, True, False, True]
