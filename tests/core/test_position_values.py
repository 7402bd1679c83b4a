"""Positions are values: equal, hashable, copied and pickled by what they are."""

import copy
import pickle
from dataclasses import replace
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.game.familiar import FAMILIAR

GAMES = Path(__file__).parents[1] / "data" / "games"

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


def walk(folder: Path, rule: str, text: str = WALK) -> cp.Game:
    path = folder / "walk.py"
    path.write_text(text.format(rule=rule), encoding="utf-8")
    return cp.load(path)


def test_the_order_of_moves_does_not_matter() -> None:
    game = cp.load("connect_four")
    one, other = game.position("4453"), game.position("5344")
    assert one == other and hash(one) == hash(other)
    assert len({one, other, game.position("44")}) == 2
    assert one != game.position("44") and one != "4453"


def test_a_game_that_is_loaded_twice_has_equal_positions() -> None:
    assert cp.load("nim").position() == cp.load("nim").position()
    assert cp.load("nim").position() != cp.load("nim", misere=False).position()
    assert cp.load("chess").with_evaluator(None).position() == cp.load("chess").position()


def test_a_changed_rule_makes_other_positions(tmp_path: Path) -> None:
    before = walk(tmp_path, "total=0").position()
    assert before == walk(tmp_path, "total=0").position()
    changed = walk(tmp_path, "total=0", WALK.replace("% 4", "% 5"))
    assert before != changed.position()
    with pytest.raises(cp.InputError, match="a position of another game"):
        cp.search(changed, before, depth=1)


@pytest.mark.parametrize(
    ("rule", "one", "other", "is_equal"),
    [
        ("total=0", "1 1", "3 3", True),
        ("repetition=3", "1 1", "3 3", False),
        ("superko=True", "1 1", "3 3", False),
        ("no_progress=9", "1 1", "3 3", True),
        ("no_progress=9", "1 1", "1 1 1 1 1 1", False),
        ("repetition=4", "1 3 3 1", "3 1 1 3", True),
    ],
)
def test_the_past_counts_where_the_rules_look_at_it(
    tmp_path: Path, rule: str, one: str, other: str, is_equal: bool
) -> None:
    position = walk(tmp_path, rule).position
    assert (position(f"startpos moves {one}") == position(f"startpos moves {other}")) is is_equal


@pytest.mark.parametrize(
    ("game", "moves"),
    [("chess", "e4 e5"), ("tic_tac_toe", "b2 a1"), (str(GAMES / "record_tic_tac_toe.py"), "4 0")],
)
def test_a_pickle_holds_the_whole_position(game: str, moves: str) -> None:
    position = cp.load(game).position(f"startpos moves {moves}")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position)
    assert (again.moves, again.text) == (position.moves, position.text)
    assert again.undo(2) == position.undo(2)


def test_a_pickle_keeps_parameters_and_evaluators() -> None:
    game = cp.load("nim", piles=(3, 4, 5))
    assert pickle.loads(pickle.dumps(game)).parameters["piles"].value == (3, 4, 5)
    chess = cp.load("chess")
    assert pickle.loads(pickle.dumps(chess.with_evaluator(None))).evaluator is None
    assert chess.evaluator is not None
    other = chess.with_evaluator(replace(chess.evaluator, weights=chess.evaluator.weights + 1))
    again = pickle.loads(pickle.dumps(other)).evaluator
    assert again is not None and other.evaluator is not None
    assert (again.weights == other.evaluator.weights).all()


def test_many_pickles_load_their_game_once() -> None:
    first, second = (pickle.loads(pickle.dumps(cp.load("nim").position())) for _ in range(2))
    assert first.game is second.game


def test_a_copy_is_the_position_itself() -> None:
    position = cp.load("nim").position()
    assert copy.copy(position) is copy.deepcopy(position) is position.copy() is position


def test_a_result_can_be_pickled() -> None:
    found = cp.search("tic_tac_toe", "xx./oo./...", depth=1)
    assert pickle.loads(pickle.dumps(found)) == found


def test_printing_a_position_shows_the_board() -> None:
    position = cp.load("tic_tac_toe").position("startpos moves b2 a1")
    assert str(position) == "3 . . .\n2 . X .\n1 O . .\n  a b c"


def test_a_representation_makes_the_object_again(tmp_path: Path) -> None:
    own = walk(tmp_path, "total=0").position("startpos moves 1")
    for position in (cp.load("nim", misere=False).position("startpos moves 2-1"), own):
        again = eval(repr(position), {"load": cp.load})
        assert again == position and again.moves == position.moves
    assert repr(cp.load("tree").position()).endswith(".position()")
    assert repr(cp.load("nim", misere=False)) == "load('nim', piles=(1, 3, 5, 7), misere=False)"


def test_legal_moves_are_numbers_or_texts() -> None:
    position = cp.load("tic_tac_toe").position("xo./.../...")
    pairs = dict(zip(position.legal_moves_text, position.legal_moves, strict=True))
    assert pairs["b2"] == position.parse_move("b2") == 4
    assert position.is_legal("b2") and position.is_legal(4)
    assert not position.is_legal("a3") and not position.is_legal(99)
    after = position.play("b2")
    assert (after.ply, after.last_move, position.last_move) == (1, 4, None)
    with pytest.raises(cp.InputError, match="None is not a move"):
        position.play(None)  # type: ignore[arg-type]


def test_chance_lists_its_outcomes() -> None:
    position = cp.load("tree", tree={"chance": [[0.25, 1], [0.75, [2, 3]]]}).position()
    assert position.chance_outcomes == [(0, 0.25), (1, 0.75)]
    assert position.play("2").chance_outcomes == []


@pytest.mark.parametrize("name", FAMILIAR)
def test_a_name_of_another_library_says_what_it_is_called_here(name: str) -> None:
    position = cp.load("tic_tac_toe").position()
    with pytest.raises(AttributeError, match=f"no attribute '{name}': use "):
        getattr(position, name)
    assert not hasattr(cp.Position, name)
