"""Random games judge moves (Monte Carlo) and the horizon of alpha-beta (rollouts)."""

from typing import Any

import pytest
from trees import Tree, random_trees

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.examples import MisereNim, Raid
from counterplay.textbook.minimax import minimax
from counterplay.textbook.montecarlo import montecarlo
from counterplay.textbook.rollouts import rollouts
from counterplay.textbook.tictactoe import TicTacToe


def test_the_means_come_near_the_expected_payoffs_of_random_play() -> None:
    tree = Tree([[0, 4], [1, 1, 1], {"chance": [[0.25, 8], [0.75, 0]]}])
    found = montecarlo(tree, 0, trace=True, games=4000)
    means = {v.path: v.value for v in found.trace if v.event == "leaf"}
    assert means[0,] == pytest.approx(2, abs=0.15)
    assert means[1,] == 1
    assert means[2,] == pytest.approx(2, abs=0.25)
    assert "4000 games, mean 1.000" in [v.note for v in found.trace]
    assert found.evaluated == 3 * 4000


def test_it_falls_for_a_trap_that_one_reply_springs() -> None:
    tree = Tree([[10, 10, -10], [1, 1, 1]])
    assert montecarlo(tree, 0).move == 0 and minimax(tree, 0).move == 1
    assert rollouts(tree, 0).move == 1


def test_a_move_that_wins_at_once_is_found() -> None:
    found = montecarlo(TicTacToe(), "XX.OO....", games=50)
    assert (found.move, found.value) == (2, 1)


@pytest.mark.parametrize("algorithm", [montecarlo, rollouts])
def test_the_same_seed_plays_the_same_games(algorithm: Any) -> None:
    game = TicTacToe()
    first, again = (algorithm(game, game.initial(), games=5, seed=3, trace=True) for _ in "12")
    assert first == again
    assert algorithm(game, game.initial(), games=5, seed=4, trace=True) != first


def test_any_number_of_players_may_play_at_random() -> None:
    game = Raid()
    assert montecarlo(game, game.initial(), games=20).move in (1, 2)


def test_past_the_end_of_the_game_rollouts_is_alphabeta() -> None:
    for tree in random_trees(500, seed=21):
        ours, theirs = rollouts(tree, 0, depth=9), alphabeta(tree, 0)
        assert (ours.move, ours.value, ours.evaluated, ours.pruned) == (
            theirs.move, theirs.value, theirs.evaluated, theirs.pruned,
        )  # fmt: skip


def test_a_state_at_the_horizon_is_worth_the_mean_of_its_games() -> None:
    tree = Tree([[[1, 1], [5, 5]], [[0, 0], [2, 2]]])
    found = rollouts(tree, 0, depth=2, games=7, trace=True)
    assert (found.move, found.value) == (0, 1)
    assert next(v.note for v in found.trace if v.event == "leaf") == "7 games, mean 1.000"
    assert found.evaluated == 3 * 7 and found.pruned == 1


def test_three_plies_and_random_games_never_lose_tictactoe_to_a_random_player() -> None:
    import random

    game = TicTacToe()
    for seed in range(5):
        dice, s = random.Random(seed), game.initial()
        while not game.terminal(s):
            mine = game.player(s) == 0
            move = (
                rollouts(game, s, depth=3, games=2).move if mine else dice.choice(game.actions(s))
            )
            s = game.result(s, move)
        assert game.utility(s, 0) >= 0


@pytest.mark.parametrize("algorithm", [montecarlo, rollouts])
def test_bad_questions_are_refused_with_a_sentence(algorithm: Any) -> None:
    with pytest.raises(ValueError, match="games=0: play at least one"):
        algorithm(Tree([1, 2]), 0, games=0)
    with pytest.raises(ValueError, match="over"):
        algorithm(Tree(3), 0)
    with pytest.raises(ValueError, match="chance moves here"):
        algorithm(Tree({"chance": [[1.0, 2]]}), 0)
    with pytest.raises(ValueError, match="depth=0"):
        rollouts(MisereNim(), MisereNim().initial(), depth=0)
