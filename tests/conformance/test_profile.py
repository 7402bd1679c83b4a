"""`check` ends with a profile of the games, and says why it stopped early."""

from pathlib import Path

import pytest

import counterplay as cp
from counterplay.conformance import play

UNUSUAL = Path(__file__).with_name("unusual")


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterplay.conformance.native.check_results", lambda *_: None)
    monkeypatch.setattr("counterplay.conformance.native.check_compilation", lambda *_: None)


def test_a_profile_counts_plies_moves_winners_and_draws() -> None:
    profile = cp.check(UNUSUAL / "negative_moves.py", games=20).profile
    assert profile is not None
    assert (profile.games, profile.plies, profile.longest) == (20, 6, 6)
    assert (profile.branching, profile.most_branching) == (5, 5)
    assert profile.moved == (60, 60) and profile.chance == 0
    assert sum(profile.won) + profile.draws == 20
    assert 0 < profile.seen_twice < 1


def test_a_profile_counts_chance_apart() -> None:
    profile = cp.check(UNUSUAL / "bank.py", games=20).profile
    assert profile is not None
    assert profile.chance > 0 and profile.moved[1] == 0


def test_a_drawn_game_is_a_draw_in_the_profile() -> None:
    profile = cp.check(UNUSUAL / "repetition.py", games=20).profile
    assert profile is not None and profile.draws > 0


def test_games_that_stop_early_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MOST_STATES", 50)
    checked = cp.check(UNUSUAL / "wide_words.py", games=1000)
    assert (
        checked.stopped == f"{checked.games} of 1000 games were played: 50 positions had occurred"
    )
    assert cp.check(UNUSUAL / "one_move.py", games=3).stopped is None


def test_the_profile_is_part_of_the_json() -> None:
    found = cp.check(UNUSUAL / "one_move.py", games=3).as_json()
    assert found["profile"]["games"] == 3 and found["stopped"] is None
