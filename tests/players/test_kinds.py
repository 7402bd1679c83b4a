"""Players: what each kind takes, and what is refused in a sentence."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.game.errors import CounterplayError
from counterplay.players import make_player
from counterplay.players.evaluation import with_evaluation
from counterplay.players.parse import parse_spec
from counterplay.players.textbook import evaluation
from counterplay.tablebase.store.solution_file import save

Own = Callable[[str], str]

EVALUATOR = """import numpy as np

WEIGHTS = np.array([3, 5])


def evaluate(s, weights):
    return weights[0] - weights[1]
"""


@pytest.fixture(scope="module")
def game() -> cp.Game:
    return cp.load("tic_tac_toe")


def make(text: str, game: cp.Game, **options):
    return make_player(parse_spec(text), game, cp.Limit(**options))


@pytest.mark.parametrize("text", ["auto", "alphabeta", "alphabeta:memory=2,time=0.2"])
def test_an_engine_finds_the_winning_move(game: cp.Game, text: str) -> None:
    player = make(text, game)
    player.new_game("")
    thought = player.think(game.position("xx./oo./..."), cp.Limit(depth=3))
    assert game.show_move(game.position().state, thought.move) == "c3"
    assert thought.depth >= 1 and thought.nodes >= 1


def test_a_player_of_the_textbook_gets_the_limits_it_knows(game: cp.Game) -> None:
    position = game.position("xx./oo./...")
    assert make("textbook:deepening", game).think(position, cp.Limit(nodes=50)).nodes < 100
    assert make("textbook:minimax", game).think(position, cp.Limit(nodes=50)).nodes > 100
    narrow, wide = (
        make(f"textbook:beam:width={width}", game).think(position, cp.Limit(depth=3)).nodes
        for width in (1, 3)
    )
    assert narrow < wide


def test_the_evaluation_of_the_textbook_is_that_of_each_player(tmp_path: Path) -> None:
    """For the side to move, in points of payoff, and the other's is its opposite."""
    game = cp.load("tic_tac_toe")
    file = tmp_path / "e.py"
    file.write_text("def evaluate(s):\n    return 500_000\n")
    guess = evaluation(game.with_evaluator(cp.load_evaluator(file)))
    s = game.initial()
    assert (guess(s, 0), guess(s, 1)) == (0.5, -0.5)


def test_a_player_may_have_tables(game: cp.Game, tmp_path: Path) -> None:
    path = tmp_path / "whole.table"
    save(cp.solve(game, memory=64, threads=1), path)
    player = make(f"alphabeta:tables={path},memory=1", game, depth=1)
    thought = player.think(game.position(), cp.Limit(depth=1))
    assert thought.move in game.position().legal_moves and thought.nodes is None
    with pytest.raises(CounterplayError, match=r"player 'alphabeta:tables=nowhere': nowhere"):
        make("alphabeta:tables=nowhere", game)


def test_random_moves_are_the_seeds(game: cp.Game) -> None:
    player, start = make("random", game), game.position()
    drawn = []
    for seed in ("a", "a", "b"):
        player.new_game(seed)
        drawn.append([player.think(start, cp.Limit()).move for _ in range(20)])
    assert drawn[0] == drawn[1] != drawn[2]
    assert set(drawn[0]) <= set(start.legal_moves)


def test_settings_go_to_a_player_of_ones_own(game: cp.Game, own: Own) -> None:
    start = game.position()
    move = make(f"{own('told')}:which=2", game).think(start, cp.Limit()).move
    assert move == start.legal_moves[2]


@pytest.mark.parametrize("name", ["w.json", "w.npy"])
def test_weights_come_from_a_file(game: cp.Game, tmp_path: Path, name: str) -> None:
    (tmp_path / "e.py").write_text(EVALUATOR)
    if name == "w.npy":
        np.save(tmp_path / name, np.array([10, 2]))
    else:
        (tmp_path / name).write_text(json.dumps([10, 2]))
    spec = parse_spec(f"alphabeta:evaluator={tmp_path / 'e.py'},weights={tmp_path / name}")
    assert with_evaluation(game, spec).evaluate(game.initial()) == 8


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        ("[1, 2, 3]", "w.json has 3 weights, but the evaluator e has 2: the file is for another"),
        ("[0.5, 1.5]", "w.json has fractions, but the weights of e are integers"),
        ('{"a": 1}', "w.json has no weights: write a list of numbers"),
        ("[1, [2]]", "w.json has no weights"),
        ("{", "w.json has no weights"),
    ],
)
def test_other_weights_are_refused(game: cp.Game, tmp_path: Path, held: str, sentence: str) -> None:
    (tmp_path / "e.py").write_text(EVALUATOR)
    (tmp_path / "w.json").write_text(held)
    text = f"alphabeta:evaluator={tmp_path / 'e.py'},weights={tmp_path / 'w.json'}"
    with pytest.raises(CounterplayError, match=sentence):
        make(text, game)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("alfabeta", "there is no player 'alfabeta': did you mean alphabeta"),
        ("", "there is no player ''"),
        ("alphabeta:lmrr=off", "player 'alphabeta:lmrr=off': alphabeta has no setting 'lmrr'"),
        ("alphabeta:memory=0", "player 'alphabeta:memory=0': alphabeta: memory=0 is not"),
        ("alphabeta:evaluator=nowhere.py", "nowhere.py cannot be read"),
        ("alphabeta:weights=w.json", "tic_tac_toe has no evaluator to use the weights with"),
        ("random:depth=3", "random has no setting but name, so it cannot take a limit"),
        ("random:seed=3", "random has no setting but name, so it cannot take seed"),
        ("textbook", "the textbook has no algorithm ''"),
        ("textbook:minmax", "no algorithm 'minmax'; did you mean minimax"),
        ("textbook:alphabeta:depth=4", "the textbook algorithm alphabeta has no limit depth"),
        (
            "textbook:beam:breadth=3",
            "beam has no setting 'breadth'; its settings are width",
        ),
        ("textbook:beam:width=wide", "width=wide is not a number"),
        ("textbook:rollouts", "rollouts needs depth="),
        ("nowhere.py", "nowhere.py cannot be read"),
    ],
)
def test_what_is_no_player_gets_a_sentence(game: cp.Game, text: str, sentence: str) -> None:
    with pytest.raises(CounterplayError) as refused:
        make(text, game)
    assert sentence in str(refused.value) and "\n" not in str(refused.value)


def test_a_file_without_choose_is_no_player(game: cp.Game, tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    with pytest.raises(CounterplayError, match=r"does not define choose\(position, limit\)"):
        make(str(tmp_path / "empty.py"), game)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("alphabeta", "alphabeta is for two players"),
        ("textbook:minimax", "minimax is for two players, and this game has 3"),
    ],
)
def test_a_player_that_does_not_fit_the_game_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(cp.UnfitError, match=sentence):
        make(text, cp.load("dots_and_boxes", players=3))
