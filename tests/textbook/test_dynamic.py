"""Dynamic programming solves every distinct state once."""

import itertools

import pytest
from trees import random_trees

from counterplay.textbook.dynamic import distinct_states, dynamic
from counterplay.textbook.examples import MisereNim
from counterplay.textbook.minimax import minimax
from counterplay.textbook.tictactoe import TicTacToe, count_games

NIM = MisereNim()


def test_it_decides_as_minimax_on_random_trees() -> None:
    for tree in random_trees(2000, seed=41):
        wanted = minimax(tree, 0)
        for found in (dynamic(tree, 0), dynamic(tree, 0, lower=-20, upper=20)):
            assert (found.move, found.value) == (wanted.move, wanted.value)


def test_two_piles_of_two_have_18_states_written_down_and_12_under_symmetry() -> None:
    listed = [(p, piles) for p in (0, 1) for piles in itertools.product(range(3), repeat=2)]
    assert len(listed) == 18
    assert len({NIM.canonical(s) for s in listed}) == 12


def test_14_of_them_come_up_and_9_under_symmetry() -> None:
    reached = distinct_states(NIM, NIM.initial())
    assert len(reached) == len(set(reached)) == 14
    assert len(distinct_states(NIM, NIM.initial(), key=NIM.canonical)) == 9


def test_two_piles_of_two_are_lost_for_the_first_player() -> None:
    whole = minimax(NIM, NIM.initial())
    each_once = dynamic(NIM, NIM.initial())
    symmetric = dynamic(NIM, NIM.initial(), key=NIM.canonical)
    assert whole.value == each_once.value == symmetric.value == -1
    assert symmetric.nodes < each_once.nodes < whole.nodes
    assert each_once.evaluated == 2  # the two ends, A( , ) and B( , )


def test_each_state_is_opened_or_evaluated_once() -> None:
    for key, states in ((None, 14), (NIM.canonical, 9)):
        found = dynamic(NIM, NIM.initial(), key=key, trace=True)
        opened = [v for v in found.trace if v.event == "open"]
        assert len(opened) + found.evaluated == states


def test_with_only_wins_and_losses_a_win_found_ends_the_node() -> None:
    plain = dynamic(NIM, NIM.initial())
    short = dynamic(NIM, NIM.initial(), lower=-1, upper=1, trace=True)
    assert short.value == plain.value == -1
    assert short.nodes < plain.nodes and short.pruned > 0
    assert {v.note for v in short.trace if v.event == "prune"} <= {
        "1 is the most there can be", "-1 is the least there can be",
    }  # fmt: skip


def test_tictactoe_has_5478_positions_and_255168_games_and_is_a_draw() -> None:
    game = TicTacToe()
    assert len(distinct_states(game, game.initial())) == 5478
    assert count_games(game, game.initial()) == 255_168
    assert dynamic(game, game.initial()).value == 0


class Circle:
    """Go on around three places, or stop: the position recurs."""

    def player(self, s: int) -> int:
        return 0

    def actions(self, s: int) -> list[str]:
        return ["on", "stop"]

    def result(self, s: int, a: str) -> int:
        return (s + 1) % 3 if a == "on" else 9

    def terminal(self, s: int) -> bool:
        return s == 9

    def utility(self, s: int, p: int) -> float:
        return 0


def test_a_game_in_which_positions_recur_is_refused() -> None:
    with pytest.raises(ValueError, match="a position repeats here"):
        dynamic(Circle(), 0)
    assert distinct_states(Circle(), 0) == [0, 1, 9, 2]


def test_an_ended_game_has_nothing_to_decide() -> None:
    with pytest.raises(ValueError, match="over"):
        dynamic(Circle(), 9)
