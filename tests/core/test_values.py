"""Values are told in the unit of the game, never with an exponent."""

from dataclasses import replace
from typing import Any

import pytest

import counterplay as cp
from counterplay.core.game.values import number_text, signed, value_and_kind, value_text

CHANCE = {"chance": [[0.5, 1], [0.5, -1]]}


def result(game: cp.Game, **fields: Any) -> cp.Result:
    blank = cp.Result(
        position=game.position(), move=0, value=0, values=(0,) * game.facts.players,
        kind="estimate", outcome=None, distance=None, line=(), depth=3, nodes=1, seconds=0.1,
    )  # fmt: skip
    return replace(blank, **fields)


def unscored(game: cp.Game, **facts: Any) -> cp.Game:
    """The same game with other facts, and the evaluator of breakthrough."""
    made = cp.load("breakthrough").evaluator
    return replace(game, facts=replace(game.facts, **facts), evaluator=made)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1.2e-5, "+0.000012"),
        (1e-9, "0"),
        (1e6, "+1,000,000"),
        (-0.5, "-0.5"),
    ],
)
def test_a_number_has_no_exponent(value: float, text: str) -> None:
    assert signed(value) == text
    assert number_text(value) == text.removeprefix("+")


def test_an_evaluation_is_told_in_the_unit_of_the_game() -> None:
    assert value_text(result(cp.load("chess"), value=0.0035)) == "+0.35 pawns"
    assert value_text(result(cp.load("chess"), value=0.0657), short=True) == "+6.6"


def test_without_a_unit_an_evaluation_is_told_in_the_evaluators_own_points() -> None:
    game = unscored(cp.load("breakthrough"), counted_in=None)
    assert value_text(result(game, value=1.2e-5)) == "+12 points"
    assert value_text(result(game, value=-1e-6)) == "-1 point"
    assert value_text(result(game, value=0)) == "0 points"


def test_several_players_who_only_want_to_win_see_points_too() -> None:
    game = unscored(
        cp.load("dots_and_boxes", players=3), scored=False, unit=1_000_000, best=1, total=1
    )
    even = game.facts.even_share
    values = (even + 1.2e-5, even - 5e-6, even - 7e-6)
    assert value_text(result(game, values=values)) == "A +12, B -5, C -7 points"
    assert value_text(result(game, values=(1.0, 0.0, 0.0))) == "A 1.00, B 0.00, C 0.00"


@pytest.mark.parametrize(
    ("value", "text"), [(0.24, "62 %"), (0.999, "over 99 %"), (-0.999, "under 1 %"), (0, "50 %")]
)
def test_a_mean_of_random_games_is_a_winning_chance(value: float, text: str) -> None:
    mean = result(cp.load("chess"), value=value, method="uct")
    assert value_text(mean, short=True) == text
    assert value_text(mean) == f"winning chance {text}"


def test_a_mean_over_chance_is_a_winning_chance() -> None:
    game = cp.load("tree", tree=CHANCE)
    game = replace(game, facts=replace(game.facts, scored=False, unit=10_000, best=1))
    assert value_and_kind(result(game, value=0.075, kind="exact", method="maxn")) == (
        "winning chance 53.75 % (exact)"
    )


def test_nothing_is_claimed_where_nothing_is_known() -> None:
    assert value_and_kind(result(cp.load("tic_tac_toe"))) == "undecided"
    assert value_and_kind(result(cp.load("chess"), source="book")) == "undecided"


def test_a_proven_bound_is_told_as_one() -> None:
    tic = cp.load("tic_tac_toe")
    assert value_and_kind(result(tic, kind="lower")) == "at least a draw"
    assert value_and_kind(result(tic, kind="upper", value=0.5)) == "at most +0.5"


def test_a_search_that_did_not_finish_says_so() -> None:
    open_ = result(cp.load("tic_tac_toe"), depth=0, line=(4,), move=4)
    assert not open_.is_finished
    assert str(open_) == "b2 (undecided; not finished: b2)"
    assert str(replace(open_, kind="lower")) == "b2 (at least a draw; not finished: b2)"


def test_the_representation_of_a_result_makes_it_again() -> None:
    other = result(cp.load("chess"), move=9, value=0.1)
    whole = result(cp.load("chess"), move=7, value=0.25, alternatives=(other,))
    names = {"load": cp.load, "Result": cp.Result}
    assert eval(repr(whole), names) == whole


def test_the_representation_of_a_limit_makes_it_again() -> None:
    limit = cp.Limit(time=1.5, depth=8)
    assert repr(limit) == "Limit(time=1.5, depth=8)"
    assert eval(repr(limit), {"Limit": cp.Limit}) == limit
