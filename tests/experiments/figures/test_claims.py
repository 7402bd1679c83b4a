"""What is measured is what the theory says, exactly where the theory is exact."""

from dataclasses import asdict
from functools import cache
from math import inf, isclose
from pathlib import Path
from statistics import mean

import chess
import pytest

import counterplay as cp
from counterplay.experiments.figures import (
    catalogue,
    chess_play,
    decisions,
    game_size,
    horizon,
    leaf_counts,
    memory,
    pathology,
    pondering,
    strength_by_depth,
)
from counterplay.experiments.figures.catalogue import CLAIMS
from counterplay.experiments.figures.claim import estimate, slope, unwatched


@cache
def quick(name):
    return CLAIMS[name].measure(True, unwatched)


def test_the_catalogue_has_every_claim_of_the_folder():
    folder = Path(catalogue.__file__).parent
    files = {p.stem for p in folder.glob("*.py") if "\nCLAIM = " in p.read_text(encoding="utf-8")}
    modules = {claim.measure.__module__.rsplit(".", 1)[1] for claim in CLAIMS.values()}
    assert files == modules and len(CLAIMS) == len(files)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_has_tables_of_one_width_and_a_caption(name):
    claim, data = CLAIMS[name], quick(name)
    for table in claim.tables(data):
        assert table.rows and all(len(row) == len(table.headings) for row in table.rows)
    assert claim.caption(data).endswith(".")


@pytest.mark.parametrize("name", ("leaf_counts", "orders", "deepening", "pathology", "learned"))
def test_the_same_seed_measures_the_same(name):
    assert asdict(CLAIMS[name].measure(True, unwatched)) == asdict(quick(name))


def test_progress_goes_from_nothing_to_all():
    seen = []
    CLAIMS["leaf_counts"].measure(True, seen.append)
    assert seen == sorted(seen) and seen[-1] == 1


def test_leaf_counts_are_exact_in_perfect_and_worst_order():
    data = quick("leaf_counts")
    assert data.exact
    for p in data.points:
        assert p.perfect <= p.random.mean <= p.all_leaves == p.worst


def test_the_exponent_of_random_order_lies_between_the_best_and_the_worst():
    for exponent in quick("leaf_counts").exponents.values():
        assert 0.65 < exponent < 0.9


def test_pearls_limit_for_two_moves_is_the_golden_ratio():
    assert isclose(2 ** leaf_counts.limit(2), (1 + 5**0.5) / 2)


def test_memory_is_exactly_b_times_m_in_lists_and_m_plus_1_one_at_a_time():
    for p in quick("memory").points:
        assert (p.in_lists, p.one_at_a_time) == (p.branching * p.depth, p.depth + 1)
    assert memory.Move.alive == 0


def test_deepening_costs_what_a_geometric_series_says():
    for o in quick("deepening").overheads:
        nodes = [sum(o.branching**i for i in range(d + 1)) for d in range(o.depth + 1)]
        assert (o.at_once, o.in_steps) == (nodes[-1], sum(nodes[1:]))


def test_the_recorded_line_saves_nodes():
    for s in quick("deepening").savings[1:]:
        assert s.at_once < s.forgetful and s.recorded < s.forgetful


def test_a_table_saves_nodes_and_changes_no_value():
    for s in quick("table_savings").savings:
        assert s.value == s.value_with_table and s.nodes > s.nodes_with_table


def test_scout_mtdf_and_sss_find_the_value_of_alphabeta():
    assert quick("orders").disagreements == 0


def test_sss_never_looks_at_a_leaf_that_alphabeta_left_out():
    for shape in quick("orders").shapes:
        counts = {c.algorithm: c for c in shape.counts}
        assert counts["SSS*"].more == counts["SSS*"].outside == 0
        assert counts["MTD(f)"].evaluated == counts["MTD(f)"].distinct


def test_searching_deeper_is_worse_with_independent_and_better_with_dependent_leaves():
    data = quick("pathology")
    assert data.change("independent") < 0 < data.change("dependent")
    for shares in data.families.values():
        assert shares[-1].mean == 1  # one ply before the end the evaluation is exact


def test_dependent_leaves_are_won_where_the_sum_of_the_moves_is_positive():
    class Always:
        def choice(self, values):
            return values[0]

    assert pathology.dependent(Always(), 3) == [1] * 8


def test_evaluation_plus_search_beats_evaluation_alone():
    first, *others = quick("search_helps").points
    assert first.both.mean == 0.5  # one ply with the evaluation is evaluation alone
    assert all(p.both.mean - p.both.error > 0.5 for p in others)


def test_the_learned_evaluation_beats_none():
    data = quick("learned")
    most = max(p.lessons for p in data.points)
    for p in data.points:
        assert p.lessons < most or p.score.mean - p.score.error > 0.5


def test_the_six_stages_have_the_ranges_of_the_book():
    assert quick("worked").stages == {
        "a": {"A": (-inf, inf), "B": (-inf, 3)},
        "b": {"A": (-inf, inf), "B": (-inf, 3)},
        "c": {"A": (3, inf), "B": (3, 3)},
        "d": {"A": (3, inf), "B": (3, 3), "C": (-inf, 2)},
        "e": {"A": (3, 14), "B": (3, 3), "C": (-inf, 2), "D": (-inf, 14)},
        "f": {"A": (3, 3), "B": (3, 3), "C": (-inf, 2), "D": (2, 2)},
    }


def test_every_number_of_the_examples_comes_out_as_stated():
    assert quick("worked").wrong == []


def test_only_a_linear_transformation_keeps_the_decision_with_chance():
    drawn = CLAIMS["worked"].pictures(quick("worked"))["chance_transformations.svg"]
    assert "0.9·2 + 0.1·3 = 2.1 &gt; 1.3 = 0.9·1 + 0.1·4: move 1" in drawn
    assert "0.9·20 + 0.1·30 = 21 &lt; 40.9 = 0.9·1 + 0.1·400: move 2" in drawn
    assert "0.9·25 + 0.1·35 = 26 &gt; 18 = 0.9·15 + 0.1·45: move 1" in drawn


def test_the_worked_examples_are_drawn():
    made = CLAIMS["worked"].pictures(quick("worked"))
    assert {"two_ply_stages.svg", "three_players.svg", "chance.svg", "nim.svg"} <= set(made)
    assert made["two_ply_stages.svg"].count("<svg ") == 7


def test_an_estimate_has_the_error_of_the_mean():
    found = estimate([0.0, 1.0, 0.0, 1.0])
    assert found.mean == 0.5 and isclose(found.error, 1.96 * 0.57735 / 2, rel_tol=1e-4)
    assert estimate([3.0]).error == 0


def test_a_straight_line_is_found():
    rise, start = slope([1, 2, 4], [5, 7, 11])
    assert isclose(rise, 2) and isclose(start, 3)


def test_black_is_ahead_by_a_knight_and_two_pawns_and_the_rook_takes_the_queen():
    quiet, attacked = quick("quiescence").cases
    assert quiet.material == attacked.material == -5
    boards = [chess.Board(case.fen) for case in (quiet, attacked)]
    count = {piece: len(boards[0].pieces(piece, chess.BLACK)) - len(boards[0].pieces(piece, True))
             for piece in chess.PIECE_TYPES}  # fmt: skip
    assert count[chess.KNIGHT] == 1 and count[chess.PAWN] == 2 and sum(count.values()) == 3
    changed = [s for s in chess.SQUARES if boards[0].piece_at(s) != boards[1].piece_at(s)]
    assert [chess.square_name(s) for s in changed] == ["e1", "h1"]
    assert quiet.followed.pawns == quiet.deeper.pawns == -5
    assert (attacked.followed.move, attacked.followed.pawns) == ("Rxe5", 4)
    assert attacked.deeper.pawns == 4
    drawn = CLAIMS["quiescence"].pictures(quick("quiescence"))["quiescence.svg"]
    assert drawn.count("<svg ") == 3


def test_two_checks_push_a_capture_at_ply_6_beyond_ply_8():
    data = quick("horizon")
    assert data.material == 0
    fixed = [round(look.pawns) for look in data.looks["fixed depth"]]
    assert fixed == [0, 0, 0, 0, 0, -1, -1, -2, -2, -3]
    assert [round(look.pawns - data.control_material) for look in data.control] == [0] * 5 + [-3]


def test_singular_extensions_alone_see_the_loss_at_8_plies():
    data = quick("horizon")
    seen = {kind: data.sees_at(kind) for kind in data.looks}
    assert seen["singular extensions"] == seen["both extensions"] == 8
    assert seen["check extensions"] == seen["quiescence"] == 9 and seen["fixed depth"] == 10


def test_the_bishop_cannot_escape_and_the_checks_are_checks():
    board = chess.Board(horizon.POSITION)
    assert not any(move.from_square == chess.A8 for move in board.legal_moves)
    for san in horizon.DELAY[::2]:
        assert san.endswith("+")
    for san in (*horizon.DELAY, "Kf8", "Rh1", "Ke8", "Ra1", "Kd8", "Rxa8+"):
        board.push_san(san)


def test_the_order_of_moves_changes_leaves_and_no_value():
    data = quick("move_order")
    assert data.disagreements == 0
    for p in data.points[1:]:
        assert p.leaves["perfect"] <= p.leaves["captures, threats, forward"] < p.leaves["by lot"]
    assert data.points[0].leaves["perfect"] == data.points[0].leaves["by lot"]  # every leaf


def test_the_size_of_games_is_that_of_the_games_played():
    data = quick("game_size")
    ends = list(chess_play.games(game_size.QUICK_GAMES, game_size.QUICK_NODES))
    boards = [[chess.Board(chess_play.chess().show_position(s)) for s in end.past] for end in ends]
    assert data.length.mean == mean(map(len, boards))
    widths = [mean(board.legal_moves.count() for board in game) for game in boards]
    assert isclose(data.branching.mean, mean(widths))
    first = [board.legal_moves.count() for game in boards for board in game[: game_size.STAGE]]
    assert isclose(data.stages[0].moves, mean(first))


def test_a_deeper_search_wins_its_match():
    data = quick("strength_by_depth")
    assert [(step.shallow, step.deep) for step in data.steps] == [(1, 2), (2, 3)]
    assert sum(step.won for step in data.steps) > sum(step.lost for step in data.steps)


def test_elo_of_several_steps_adds_up_and_errors_add_as_squares():
    step = strength_by_depth.Step
    steps = (
        step(4, 6, 8, 0, 2, 240.0, 210.0, 270.0, 1),
        step(6, 8, 7, 0, 3, 150.0, 110.0, 190.0, 1),
    )
    data = strength_by_depth.Data(steps)
    assert strength_by_depth.gained(data, 4, 8) == (390.0, 50.0)
    assert strength_by_depth.gained(data, 8, 12) is None
    assert "+390 ± 50 from 4 to 8" in strength_by_depth.caption(data)


def test_decisions_are_right_if_no_move_is_better():
    """Othello with few empty squares, against a minimax of its own in plain Python."""
    known = decisions.BySearch(cp.load("othello"), 55)
    position = next(known.positions())

    def best(at):
        if at.is_over:
            return at.payoffs
        return max((best(at.play(move)) for move in at.legal_moves), key=lambda v: v[at.turn])

    wanted = {m: best(position.play(m))[position.turn] for m in position.legal_moves}
    assert known.values(position) == wanted
    first, *_, last = quick("decisions").games["Othello, 9 empty squares"]
    assert last.mean > first.mean


def test_a_player_that_ponders_expects_replies_and_an_equal_one_scores_half():
    data = quick("pondering")
    assert [sum(match.pairs) for match in data.matches] == [pondering.QUICK_OPENINGS] * 2
    assert data.matches[0].hits > 1 / 3 > data.matches[1].hits == 0
    game = cp.load("othello")
    one, other = pondering.Player(game, 50), pondering.Player(game, 50)
    equal = pondering.play(game, "equal", one, other, ["startpos moves d3 c5"], lambda: None)
    assert equal.pairs == (0, 0, 1, 0, 0) and equal.elo[0] == 0


def test_pig_to_twenty_is_won_more_often_by_the_first_player():
    """0.6155585: by value iteration in NumPy, in `tests/tablebase/test_expected.py`."""
    data = quick("pig")
    assert isclose(data.chance, 0.6155585, abs_tol=1e-7)
    assert data.thresholds[0][0] > data.thresholds[10][0] == 10  # from 10 on, roll to win


def test_pig_has_the_published_answers():
    """Neller and Presser (2004): the first player wins 53.06 %, and holds at 21 at the start."""
    data = CLAIMS["pig"].measure(False, unwatched)
    assert round(100 * data.chance, 2) == 53.06
    assert data.thresholds[0][0] == 21
    assert data.section[60][35] == 2 and data.section[75][20] == 1
