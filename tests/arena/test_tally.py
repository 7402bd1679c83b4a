"""Counting: from records to the result of a match."""

import math

import pytest

import counterplay as cp
from counterplay.arena.conditions import Conditions
from counterplay.arena.record import Effort, Ending, Record
from counterplay.arena.result import MatchResult, elo_text
from counterplay.arena.sprt import Sprt
from counterplay.arena.tally import MatchTally, endings, margin, pair_counts
from counterplay.games import Source
from counterplay.players.parse import parse_pair

SETUP = Conditions(
    source=Source("nim", ()),
    players=parse_pair("alphabeta", "random"),
    limit=cp.Limit(time=0.1, nodes=10_000),
    clock=None,
    openings="",
    seed=0,
    files=(),
)
EFFORTS = (Effort(10, 2.0, 4_000, 50, 10), Effort(8, 1.0, 0, 0, 0))


def record(
    number: int, score: float, payoff: float | None = None, ending: Ending = "end"
) -> Record:
    payoffs = None if ending != "end" else (payoff or 2 * score - 1, -(payoff or 2 * score - 1))
    return Record(number, "startpos", (0, 1), (), payoffs, score, ending, "", EFFORTS)


def result_of(
    scores: list[float], sprt: Sprt | None = None, planned: int | None = None
) -> MatchResult:
    tally = MatchTally(cp.load("nim"), SETUP, planned or len(scores), sprt)
    for number, score in enumerate(scores):
        tally.add(record(number, score))
    return tally.result()


def test_games_are_counted_singly_and_in_pairs() -> None:
    result = result_of([1, 1, 1, 0.5, 1, 0, 0.5, 0.5, 0.5, 0, 0, 0])
    assert (result.wins, result.draws, result.losses) == (4, 4, 4)
    assert result.pairs == (1, 1, 2, 1, 1)
    assert (result.score, result.elo, result.los) == (0.5, 0, 0.5)
    assert result.pace == "0.1 s a move, 10,000 nodes a move"
    assert result.elo_low == pytest.approx(-result.elo_high)


def test_a_pair_that_is_not_finished_counts_in_points_only() -> None:
    result = result_of([1, 0, 1], planned=10)
    assert (result.played, result.pairs, result.elo) == (3, (0, 0, 1, 0, 0), 0)
    assert not result.finished


def test_before_the_first_pair_nothing_is_known() -> None:
    for scores in ([], [1.0]):
        result = result_of(scores, planned=10)
        assert (result.elo, result.los, result.elo_error) == (None, None, None)
        assert elo_text(result) == "Elo unknown"


def test_a_clean_score_has_a_lower_bound_only() -> None:
    result = result_of([1] * 20)
    assert result.elo == result.elo_high == math.inf and 50 < result.elo_low < 300
    assert elo_text(result) == f"Elo above {result.elo_low:+.0f}"
    assert result.as_json()["elo"] is None


def test_means_are_over_moves_and_nodes_over_time() -> None:
    one, other = result_of([1, 0]).sides
    assert (one.depth, one.nodes_per_second, one.seconds_per_move) == (5, 2_000, 0.2)
    assert (other.depth, other.nodes_per_second, other.seconds_per_move) == (None, None, 0.125)


def test_the_verdict_ends_the_count() -> None:
    scores = [1.0] * 60
    test = Sprt(0, 200)
    result = result_of(scores, test)
    assert result.sprt is not None and result.sprt.verdict == "H1"
    assert result.played < 60 and result.uncounted == 60 - result.played
    assert test.verdict(result.pairs) == "H1" and result.finished
    fewer = (*result.pairs[:-1], result.pairs[-1] - 1)
    assert test.verdict(fewer) is None


def test_the_margin_is_the_mean_difference_of_payoffs() -> None:
    games = [record(i, 1, payoff) for i, payoff in enumerate((3, 5, 1, 1))]
    mean, error = margin(games, 2)
    assert mean == 5  # 8 and 2 points more in the two pairs
    assert error == pytest.approx(1.96 * 3, rel=1e-4)


def test_forfeits_name_who_lost() -> None:
    games = [record(0, 0, ending="time"), record(1, 1, ending="error"), record(2, 0.5)]
    assert dict(endings(games, ["a", "b"])) == {"time (a)": 1, "error (b)": 1, "end": 1}


def test_openings_of_six_games_are_one_trial_each() -> None:
    games = [record(i, score) for i, score in enumerate([1, 1, 0.5, 0, 0, 0] * 2)]
    counts = pair_counts(games, 6)
    assert len(counts) == 13 and counts[5] == 2 and sum(counts) == 2


def test_a_notebook_shows_the_score_of_a_match() -> None:
    html = result_of([1, 1, 1, 0.5, 1, 0])._repr_html_()
    assert "<td>alphabeta – random</td><td>4</td><td>1</td><td>1</td><td>75.0%</td>" in html
