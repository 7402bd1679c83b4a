"""Positions are read and shown in the game's notation, and in the form that every game has."""

from pathlib import Path
from typing import Any

import pytest

import counterplay as cp


def test_the_universal_form_lists_moves() -> None:
    game = cp.load("tic_tac_toe")
    position = game.position("startpos moves b2 a1 c3")
    assert position.text == "startpos moves b2 a1 c3"
    assert game.show_position(position.state) == "..x/.x./o.."
    assert position.turn == 1
    assert position.undo(2).moves == (4,)


def test_the_games_own_notation_can_be_followed_by_moves() -> None:
    position = cp.load("tic_tac_toe").position("..x/.x./o.. moves b1")
    assert position.text == "..x/.x./o.. moves b1"


def test_a_list_of_moves_can_be_a_notation() -> None:
    assert cp.load("connect_four").position("4453").text == "startpos moves 4 4 5 3"


def test_a_state_can_be_given_by_its_fields() -> None:
    game = cp.load("nim")
    position = game.position("state 513 1")
    assert game.show_position(position.state) == "1,2,0,0 second"


def test_a_path_keeps_its_keys() -> None:
    game = cp.load("connect_four")
    position = game.position("44")
    assert position.keys == tuple(game.key(s) for s in (*position.past, position.state))


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("connect_four", "48", "move 2 of '48': '8' is not a legal move here; legal are: 4, 3, 5"),
        ("connect_four", "4444444", "move 7 of '4444444'"),
        ("tic_tac_toe", "x.o", "expected 3 rows of 3, as in .../.../..."),
        ("tic_tac_toe", "xxx/.../...", "x moves first"),
        ("tic_tac_toe", "startpos moves b2 b2", "move 2 of 'startpos moves b2 b2'"),
        ("nim", "1,2", "expected 4 piles, as in 1,3,5,7"),
        ("nim", "state 1", "one whole number for each of: piles, mover"),
        ("dots_and_boxes", "abc", "has no notation of its own"),
        ("tree", "startpos moves 1 2 3", "the game is over"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises(cp.InputError) as caught:
        cp.load(name).position(text)
    assert sentence in str(caught.value)


def test_chance_is_played_by_outcome() -> None:
    game = cp.load("tree", tree={"chance": [[0.25, 1], [0.75, [2, 3]]]})
    position = game.position("startpos moves 2 1")
    assert position.payoffs == (2, -2)
    with pytest.raises(cp.InputError, match="cannot happen here; chance can give: 1, 2"):
        game.position("startpos moves 3")


WALK = """
from typing import NamedTuple
import counterplay as cp

facts = cp.Facts(title="Walk", most_actions=2, longest_game=100, {rule})

class State(NamedTuple):
    place: int
    turn: int

def initial():
    return State(0, 0)

def player(s):
    return s.turn

def actions(s, moves):
    moves[0], moves[1] = 1, 3
    return 2

def result(s, a):
    return State((s.place + a) % 4, 1 - s.turn)

def terminal(s):
    return False

def utility(s, p):
    return 0
"""


def walk(folder: Path, rule: str) -> cp.Game:
    path = folder / "walk.py"
    path.write_text(WALK.format(rule=rule), encoding="utf-8")
    return cp.load(path)


def test_a_third_repetition_is_a_draw_where_the_game_says_so(tmp_path: Path) -> None:
    game = walk(tmp_path, "repetition=3")
    twice = game.position("startpos moves 1 3 3 1")
    assert not game.position("startpos moves 1 3").is_over
    assert twice.repeated
    assert twice.is_over
    assert twice.payoffs == (0, 0)
    assert twice.legal_moves == []


def test_superko_forbids_a_move_back(tmp_path: Path) -> None:
    position = walk(tmp_path, "superko=True").position("startpos moves 1")
    assert position.legal_moves == [1]
    with pytest.raises(cp.InputError, match="3 is not a legal move here"):
        position.play(3)


@pytest.mark.parametrize("rule", ["repetition=3", "superko=True", "no_progress=9", "hidden=True"])
@pytest.mark.parametrize("method", ["maxn", "paranoid", "dfpn"])
def test_searches_that_do_not_know_a_rule_refuse_the_game(
    tmp_path: Path, rule: str, method: Any
) -> None:
    with pytest.raises(cp.UnfitError, match="walk "):
        cp.search(walk(tmp_path, rule), nodes=2, method=method)


def test_the_outcome_says_who_won_and_why() -> None:
    game = cp.load("tic_tac_toe")
    assert game.position("startpos moves a1").outcome is None
    won = game.position("startpos moves a1 a2 b1 b2 c1").outcome
    assert won is not None
    assert (won.payoffs, won.winner, won.reason) == ((1, -1), 0, "rules")
    tie = game.position("startpos moves a1 b1 c1 b2 a2 c2 b3 a3 c3").outcome
    assert tie is not None
    assert (tie.payoffs, tie.winner, tie.reason) == ((0, 0), None, "rules")


@pytest.mark.parametrize(
    ("rule", "moves", "reason"),
    [("repetition=3", "1 3 3 1", "repetition"), ("no_progress=3", "1 3 1", "no progress")],
)
def test_the_outcome_names_a_draw_by_the_history(
    tmp_path: Path, rule: str, moves: str, reason: str
) -> None:
    outcome = walk(tmp_path, rule).position(f"startpos moves {moves}").outcome
    assert outcome is not None
    assert (outcome.payoffs, outcome.winner, outcome.reason) == ((0, 0), None, reason)


@pytest.mark.parametrize(
    ("old", "new"),
    [("player", "turn"), ("actions", "legal_moves"), ("over", "is_over"), ("back", "undo")],
)
def test_an_old_name_warns_once_and_returns_the_same(old: str, new: str) -> None:
    position = cp.load("tic_tac_toe").position("startpos moves a1")
    with pytest.warns(DeprecationWarning, match=f"Position.{old} is now called {new}") as caught:
        answer = getattr(position, old)
    assert len(caught) == 1
    assert answer == getattr(position, new)


def test_playing_returns_a_new_position_and_leaves_the_old_one() -> None:
    start = cp.load("tic_tac_toe").position()
    after = start.play("b2")
    assert (start.moves, after.moves) == ((), (4,))
    assert after.undo().state == start.state
    with pytest.raises(cp.InputError, match="cannot undo 2 moves: 1 were played"):
        after.undo(2)


@pytest.mark.parametrize("kind", [cp.Game, cp.Position])
def test_every_public_name_of_a_class_is_documented(kind: type) -> None:
    for name, value in vars(kind).items():
        if not name.startswith("_") and (callable(value) or isinstance(value, property)):
            assert value.__doc__, f"{kind.__name__}.{name} has no docstring"
