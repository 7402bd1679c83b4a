"""What chances are worth with the cube, and at the score of a match."""

import numpy as np
import pytest

import counterplay as cp
from counterplay.games.backgammon.cube import CENTRED, MINE, THEIRS, money_value
from counterplay.games.backgammon.match_equity import match_equities

WOOLSEY = {
    (1, 2): 70, (1, 3): 75, (1, 4): 83, (1, 5): 85, (1, 6): 90, (1, 7): 91, (2, 3): 60,
    (2, 4): 68, (2, 5): 75, (2, 6): 81, (2, 7): 85, (3, 4): 57, (3, 5): 66, (3, 6): 71,
    (3, 7): 76, (4, 5): 58, (4, 6): 64, (4, 7): 70, (5, 6): 57, (5, 7): 64, (6, 7): 57,
}  # fmt: skip
"""Match equities of the player who needs less, in per cent (Woolsey and Heinrich, 1992)."""


def plain(win: float, holder: int, is_dead: bool = False) -> float:
    """The value of a game without gammons."""
    return float(money_value(win, 0.0, 0.0, 0.0, 0.0, holder, is_dead, False))


def test_match_equities_are_close_to_the_published_ones() -> None:
    table = match_equities(7, True, True)
    for (mine, theirs), per_cent in WOOLSEY.items():
        assert 100 * table[mine, theirs] == pytest.approx(per_cent, abs=1.6), (mine, theirs)
        assert table[mine, theirs] + table[theirs, mine] == pytest.approx(1)


def test_points_never_hurt_in_a_match() -> None:
    table = match_equities(15, True, True)[1:, 1:]
    assert (np.diff(table, axis=0) <= 0).all()
    assert (np.diff(table, axis=1) >= 0).all()


def test_without_a_cube_a_match_is_a_row_of_games() -> None:
    table = match_equities(2, False, False)
    # Two points away against one: a gammon (an eighth of all games) wins, a single game levels.
    assert table[2, 1] == pytest.approx(0.125 + 0.375 * 0.5)


def test_a_cube_is_worth_something_to_its_owner() -> None:
    for win in np.linspace(0.05, 0.95, 19):
        assert plain(win, THEIRS) <= plain(win, CENTRED) <= plain(win, MINE)
        assert plain(win, CENTRED, is_dead=True) == pytest.approx(2 * win - 1)
    assert plain(0.5, CENTRED) == pytest.approx(0)
    assert plain(0.5, MINE) == pytest.approx(-plain(0.5, THEIRS))


def test_a_live_cube_is_cashed_at_four_fifths() -> None:
    assert plain(0.8, CENTRED) == pytest.approx(0.32 * 0.6 + 0.68)


def test_jacoby_takes_gammons_away_before_a_double() -> None:
    chances = (0.6, 0.3, 0.0, 0.1, 0.0)
    with_rule = money_value(*chances, CENTRED, True, True)
    assert with_rule == pytest.approx(0.2)
    assert money_value(*chances, CENTRED, True, False) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("parameters", "win", "answer"),
    [
        ({"cube": True, "jacoby": False}, 0.70, "take"),
        ({"cube": True, "jacoby": False}, 0.85, "drop"),
        ({"cube": True, "match": 7}, 0.70, "take"),
        ({"cube": True, "match": 7}, 0.85, "drop"),
    ],
)
def test_doubles_are_taken_with_a_quarter_of_the_chances(
    parameters: dict[str, object], win: float, answer: str
) -> None:
    game = cp.load("backgammon", **parameters)
    offered = game.position("startpos moves 31 8/5,6/5 double")
    chances = np.array([1.0, 1.0, win, 0.0, 0.0])
    values = {}
    for text in ("take", "drop"):
        after = offered.play(text)
        if after.is_over:
            values[text] = game.facts.unit * after.payoffs[0]
        else:
            values[text] = game.call("from_chances", after.state, 0, chances)
    assert max(values, key=lambda text: values[text]) == answer


def test_scores_of_the_two_players_are_opposite() -> None:
    chances = np.array([0.99, 0.9, 0.55, 0.15, 0.01])
    for parameters in ({}, {"cube": True}, {"cube": True, "match": 5}):
        game = cp.load("backgammon", **parameters)
        s = game.position("startpos moves 31 8/5,6/5").state
        mine, theirs = (game.call("from_chances", s, p, chances) for p in range(2))
        assert mine == -theirs
        assert abs(mine) < game.facts.win_score
