"""Results in words."""

from dataclasses import replace

import pytest

from counterplay.core.game.results import Result
from counterplay.games import load
from counterplay.presentation.words import count, depth, ending, rate, searched, verdict

THREE = load("dots_and_boxes", columns=1, rows=1, players=3)


def result(game, **fields) -> Result:
    exact = Result(
        position=game.position(), move=0, value=0, values=(0,) * game.facts.players,
        kind="exact", outcome=None, distance=None, line=(0,), depth=3, nodes=1, seconds=0.1,
    )  # fmt: skip
    return replace(exact, **fields)


def test_numbers_agree_with_their_nouns():
    assert (count(1, "plies"), count(2, "plies")) == ("1 ply", "2 plies")
    assert (count(1, "moves"), count(12345, "nodes")) == ("1 move", "12,345 nodes")


def test_rates_have_three_figures():
    assert rate(16_123_456, 1.0) == "16.1 Mnodes/s"
    assert rate(500, 1.0) == "500 nodes/s"
    assert rate(5, 0.0) == "0 nodes/s"


def test_an_advantage_at_chess_is_told_in_pawns():
    found = result(load("chess"), kind="estimate", value=0.0035, line=())
    assert verdict(found) == "+0.35 pawns"
    assert "+0.35 pawns" in str(found)
    assert verdict(result(load("chess"), kind="estimate", value=-1e-6)) == "+0.00 pawns"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"outcome": "win", "distance": 3}, "a win in 3 plies"),
        ({"outcome": "loss", "distance": 1}, "a loss in 1 ply"),
        ({"outcome": "draw", "distance": 9}, "a draw"),
        ({"kind": "estimate"}, "nothing decided"),
        ({"kind": "lower", "value": 0.5}, "at least +0.5"),
    ],
)
def test_what_two_players_of_a_won_or_lost_game_see(fields, words):
    assert verdict(result(load("tic_tac_toe"), **fields)) == words


def test_a_search_that_did_not_finish_says_what_is_known():
    done, not_done = (result(load("tic_tac_toe"), kind="lower", depth=d) for d in (3, 0))
    assert (depth(done), searched(done)) == ("depth 3", "3 plies")
    assert (depth(not_done), searched(not_done)) == (
        "not finished", "not finished; proven: at least a draw"
    )  # fmt: skip
    assert searched(replace(not_done, kind="estimate")) == "not finished; nothing is proven yet"


def test_what_several_players_see():
    assert verdict(result(THREE, values=(1, 0, 0), outcome="win")) == "a win: A 1, B 0, C 0"
    assert verdict(result(THREE, kind="estimate")) == "A 0.0, B 0.0, C 0.0"


def test_how_games_end():
    tic, labels = load("tic_tac_toe"), ["X (you)", "O (engine)"]
    assert ending(tic.position("xxx/oo./..."), labels) == "X (you) wins"
    assert ending(tic.position("xox/xox/oxo"), labels) == "A draw"
    ended = THREE.position("startpos moves a1h a2h a1v b1v")
    assert ending(ended, ["A", "B", "C"]) == "A wins (A: 1, B: 0, C: 0)"


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("startpos moves f3 e5 g4 Qh4#", "Black wins by checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "A draw by stalemate"),
        ("7k/8/8/8/8/8/8/K6B w - - 0 1", "A draw by lack of material"),
        ("7k/8/8/8/8/8/8/KR6 w - - 100 80", "A draw by the fifty-move rule"),
        ("startpos moves Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "A draw by repetition"),
    ],
)
def test_what_ends_a_game_of_chess(text: str, end: str) -> None:
    assert ending(load("chess").position(text), ["White", "Black"]) == end


def test_a_shared_win_names_all_winners():
    tree = load("tree", tree=[{"payoffs": [2, 2, 0]}, {"payoffs": [1, 1, 1]}])
    shared = ending(tree.position("startpos moves 1"), ["A", "B", "C"])
    assert shared.startswith("A and B share the win")
    assert ending(tree.position("startpos moves 2"), ["A", "B", "C"]).startswith("A draw")


def test_two_players_read_by_how_much_one_wins():
    tree = load("tree", tree=[{"payoffs": [-2, 2]}, {"payoffs": [3, 1]}, {"payoffs": [0, 0]}])
    ends = [ending(tree.position(f"startpos moves {n}"), ["A", "B"]) for n in (1, 2, 3)]
    assert ends == ["B wins: +2", "A wins, 3 to 1", "A draw"]
