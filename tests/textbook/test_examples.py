"""The worked examples of the chapter have the answers that it gives."""

import random

import pytest

import counterplay as cp
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.examples import EXAMPLES, TWO_PLY, UNSEEN_END, Example
from counterplay.textbook.expectiminimax import expectiminimax
from counterplay.textbook.learned import expected_value, learned_evaluation
from counterplay.textbook.maxn import maxn
from counterplay.textbook.tictactoe import TicTacToe, open_lines


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_tree_has_its_known_values_and_line(example: Example) -> None:
    game = cp.load("tree", tree=example.tree)
    s = game.initial()
    assert maxn(game, s).values == example.values
    for move in example.line:
        assert maxn(game, s).move == move
        s = game.result(s, move)
    assert game.terminal(s)
    assert tuple(game.utility(s, p) for p in range(len(example.values))) == example.values


def test_alphabeta_sees_seven_of_nine_ends_of_the_two_plies() -> None:
    game = cp.load("tree", tree=TWO_PLY.tree)
    assert alphabeta(game, game.initial()).evaluated == 7


def test_the_last_end_is_never_looked_at_whatever_it_is() -> None:
    game = cp.load("tree", tree=UNSEEN_END.tree)
    found = alphabeta(game, game.initial(), trace=True)
    assert found.value == -5  # for MIN, who moves: 5 for MAX
    assert [v.path for v in found.trace if v.event == "prune"] == [(1, 1)]
    for anything in (-1000, 0, 7, 9):
        other = {"player": 1, "children": [[5, -10], [8, anything]]}
        assert maxn(cp.load("tree", tree=other), game.initial()).values == (5, -5)


def test_the_category_of_72_20_and_8_percent_is_worth_076() -> None:
    assert expected_value([(0.72, 1), (0.20, 0), (0.08, 0.5)]) == pytest.approx(0.76)


class Pawns:
    """A state is a number: 0 the start, then one of 100 endings of one category, then its end."""

    def initial(self) -> int:
        return 0

    def player(self, s: int) -> int:
        return 0

    def actions(self, s: int) -> list[int]:
        return list(range(1, 101)) if s == 0 else [100]

    def result(self, s: int, a: int) -> int:
        return s + a

    def terminal(self, s: int) -> bool:
        return s > 100

    def utility(self, s: int, p: int) -> float:
        return 1 if s <= 172 else 0 if s <= 192 else 0.5


def test_learning_from_games_finds_what_the_category_is_worth() -> None:
    game = Pawns()
    learned = learned_evaluation(game, lambda s, p: "start" if s == 0 else "2-1", 20_000, seed=0)
    assert learned(17, 0) == pytest.approx(0.76, abs=0.01)
    assert learned(99, 0) == learned(17, 0)


def test_a_category_that_never_came_up_is_worth_the_mean_of_all_games() -> None:
    learned = learned_evaluation(Pawns(), lambda s, p: s if s else "start", 10, seed=1)
    unseen = {learned(s, 0) for s in range(1, 101)}
    assert learned(0, 0) in unseen


def test_open_lines_are_counted_for_both() -> None:
    """XX. over OO.: X has its row of two; O has one too, and a diagonal with one mark."""
    assert open_lines("XX.OO....", 0) == (1, 0, 1, 1, 1)  # to move; own ones, twos; the other's
    assert open_lines("XX.OO....", 1) == (0, 1, 1, 0, 1)


def test_the_learned_evaluation_beats_none() -> None:
    """One ply ahead with what was learned, against one ply ahead without; both begin as often."""
    game = TicTacToe()
    learned = learned_evaluation(game, open_lines, games=2000, seed=0)
    points, played = 0.0, 60
    for number in range(played):
        dice, side, s = random.Random(number), number % 2, game.initial()
        s = game.result(s, dice.choice(game.actions(s)))  # openings differ
        while not game.terminal(s):
            evaluate = learned if game.player(s) == side else None
            s = game.result(s, expectiminimax(game, s, depth=1, evaluate=evaluate).move)  # type: ignore[arg-type]
        points += game.utility(s, side)
    assert points / played > 0.5
