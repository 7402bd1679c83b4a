"""Matches with duplicate dice, and pubeval."""

import pytest

import counterplay as cp
from counterplay.core.game.errors import InputError
from counterplay.learning.td.encoders import Own, Points
from counterplay.learning.td.matches import Judge, play_match
from counterplay.learning.td.pubeval import pubeval

torch = pytest.importorskip("torch", reason="PyTorch is not installed")


def test_equal_judges_share_the_points_of_each_pair(game: cp.Game) -> None:
    score = play_match(game, pubeval(), pubeval(), pairs=20)
    assert (score.points, score.error, score.games) == (0.0, 0.0, 40)


def test_pubeval_beats_one_who_takes_the_first_play(game: cp.Game) -> None:
    first = Judge(Points(), lambda rows: torch.zeros(len(rows)))
    score = play_match(game, pubeval(), first, pairs=30)
    assert score.points > 1 + 2 * score.error
    other = play_match(game, first, pubeval(), pairs=30)
    assert other.points == -score.points


def test_the_evaluation_of_the_game_is_a_judge(game: cp.Game) -> None:
    own = Judge(Own(), lambda rows: rows[:, 0])
    first = Judge(Points(), lambda rows: torch.zeros(len(rows)))
    assert play_match(game, own, first, pairs=20).points > 0.5


def test_a_match_needs_two_pairs(game: cp.Game) -> None:
    with pytest.raises(InputError, match="pairs=1"):
        play_match(game, pubeval(), pubeval(), pairs=1)
