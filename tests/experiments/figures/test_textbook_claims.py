"""The figures about tables, metareasoning, learning and fallible opponents show what they say."""

from functools import cache
from math import isclose

import chess
import pytest

from counterplay.experiments.figures import (
    exploiting,
    metareasoning,
    table_depth,
    td_lambda,
    visibility,
)
from counterplay.experiments.figures.catalogue import CLAIMS
from counterplay.experiments.figures.claim import unwatched
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.replacement import POLICIES


@cache
def quick(name):
    return CLAIMS[name].measure(True, unwatched)


def test_a_larger_table_leaves_fewer_nodes_and_nothing_replaced_the_fewest():
    data = quick("replacement")
    small, large = (
        {p.policy: p.share.mean for p in data.points if p.size == size} for size in (16, 128)
    )
    for policy in POLICIES:
        assert data.unbounded.mean <= large[policy] <= small[policy] < 1.01


def test_a_table_deepens_a_search_most_where_only_kings_move():
    data = quick("table_depth")
    gains = {p.group: p.with_table - p.without for p in data.pairs if "quiescence" in p.kind}
    assert gains["Fine 70"] > gains["middle game"] >= 0


def test_fines_position_has_only_king_moves_and_every_position_is_legal():
    fine = chess.Board(table_depth.FINE)
    assert {fine.piece_type_at(move.from_square) for move in fine.legal_moves} == {chess.KING}
    for fens in table_depth.POSITIONS.values():
        assert all(chess.Board(fen).is_valid() for fen in fens)


def test_the_walks_of_the_figure_are_worth_the_sum_of_their_moves():
    tree = metareasoning.Walk(3, 4, 1)
    s, total = tree.root, 0.0
    for move in (0, 2, 1, 1):
        after = tree.result(s, move)
        total += tree.sum_of(after) - tree.sum_of(s)
        assert abs(tree.sum_of(after) - tree.sum_of(s)) <= 1
        s = after
    assert isclose(tree.utility(s, 0), total) and tree.utility(s, 1) == -tree.utility(s, 0)


def test_more_nodes_give_away_less():
    for name in dict.fromkeys(p.search for p in quick("metareasoning").points):
        points = [p for p in quick("metareasoning").points if p.search == name]
        assert points[-1].nodes > points[0].nodes
    last = quick("metareasoning").points[-1]
    assert last.search == "metareasoning" and last.right >= 0.5


def test_the_solved_board_has_the_values_of_alphabeta():
    game = visibility.Solved(3)
    game.true_value(game.root)
    some = sorted(s for s in game.values if not game.terminal(s))[::40]
    assert len(some) > 40
    for s in some:
        assert game.true_value(s) == alphabeta(game, s).value


def test_noise_is_standard_normal():
    game = visibility.Solved(3)
    numbers = [game.noise((i, 2 * i), 1) for i in range(4000)]
    average = sum(numbers) / len(numbers)
    assert abs(average) < 0.06
    assert abs(sum((x - average) ** 2 for x in numbers) / len(numbers) - 1) < 0.1


def test_lambda_1_is_worst_on_the_random_walk():
    data = quick("td_lambda")
    assert data.repeated[1.0].mean > data.repeated[0.3].mean
    assert data.best[1.0][1].mean > data.best[0.3][1].mean
    assert set(data.once) >= set(td_lambda.SHOWN)


def test_a_plan_for_a_fallible_opponent_earns_more_there_and_less_against_the_best():
    data = quick("exploit")
    for points, safe in ((data.trap, data.safe_trap), (data.random, data.safe_random)):
        for p in points:
            assert p.exploiter >= p.minimax - 1e-9 >= safe - 2e-9
            assert p.punished <= safe + 1e-9
        assert points[-1].exploiter > points[-1].minimax and points[-1].punished < safe
    assert exploiting.TRAP[3:6] == (2, 15, 15)


@pytest.mark.parametrize("name", ["probcut"])
def test_a_match_of_probcut_has_a_score_with_an_error(name):
    (point,) = quick(name).points
    assert 0 <= point.score <= 100 and point.error >= 0 and point.depth > 1
