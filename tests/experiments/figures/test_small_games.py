"""The small games have the values that are known of them."""

import pytest

from counterplay.experiments.figures.matches import Shuffled, looks_ahead, match, openings, play
from counterplay.experiments.figures.small_games import Nim, Row
from counterplay.games import load
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.minimax import minimax


@pytest.mark.parametrize(
    ("ours", "built_in"),
    [
        (Row(3, 3, 3), load("tic_tac_toe")),
        (Row(4, 3, 3, fall=True), load("connect_four", width=4, height=3, in_a_row=3)),
        (Row(5, 4, 4, fall=True), load("connect_four", width=5, height=4)),
        (Nim(2, 3, 1), load("nim", piles=(2, 3, 1))),
    ],
)
def test_the_rules_agree_with_those_of_the_built_in_game(ours, built_in):
    """Perft to four plies, by counting ways."""

    def ways(game, s, depth):
        if depth == 0 or game.terminal(s):
            return 1
        return sum(ways(game, game.result(s, a), depth - 1) for a in game.actions(s))

    for depth in range(1, 5):
        assert ways(ours, ours.root, depth) == ways(built_in, built_in.initial(), depth)


def test_tic_tac_toe_is_a_draw():
    game = Row(3, 3, 3)
    found = alphabeta(game, game.root)
    assert (found.value, found.nodes) == (0, 18297)


@pytest.mark.parametrize("piles", [(1,), (2,), (1, 1), (2, 2), (1, 2, 3), (1, 1, 1), (3, 4)])
def test_misere_nim_is_won_as_bouton_says(piles):
    balance = 0
    for pile in piles:
        balance ^= pile
    wins = balance != 0 if max(piles) > 1 else len(piles) % 2 == 0
    game = Nim(*piles)
    assert minimax(game, game.root).value == (1 if wins else -1)


def test_an_evaluation_is_opposite_for_the_two_sides():
    game = Row(5, 4, 4, fall=True)
    for s in openings(game, 20, 5):
        assert game.evaluate(s, 0) == -game.evaluate(s, 1)
        assert -1 < game.evaluate(s, 0) < 1


def test_a_category_tells_who_moves_and_both_sides_open_lines():
    game = Row(3, 3, 3)
    s = game.result(game.root, 4)
    assert game.category(s, 0) == (0, 3, 0, 0, 0)  # four open lines through the centre, 3 counted
    assert game.category(s, 1) == (1, 0, 0, 3, 0)


def test_shuffled_moves_are_the_same_moves():
    plain, shuffled = Row(4, 4, 3), Shuffled(4, 4, 3)
    for s in openings(plain, 20, 3):
        assert sorted(shuffled.actions(s)) == plain.actions(s)


def test_openings_are_different_and_not_over():
    game = Row(3, 3, 3)
    found = openings(game, 30, 3)
    assert len(set(found)) == 30 and not any(map(game.terminal, found))


def test_a_perfect_player_never_loses_and_equals_share():
    game = Shuffled(3, 3, 3)
    starts = [game.root]
    perfect, weak = looks_ahead(game, 9, None), looks_ahead(game, 1, None)
    assert play(game, game.root, (perfect, perfect)) == 0
    assert match(game, starts, perfect, weak).mean >= 0.5
    assert match(game, starts, weak, weak).mean == 0.5
