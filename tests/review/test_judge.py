"""A decision is compared with the best one, each value from the same search."""

from collections.abc import Sequence
from typing import Any, cast

import pytest

import counterplay as cp
from counterplay.review.game import decisions_of, is_reviewable, require_reviewable
from counterplay.review.judge import judge
from counterplay.review.total import total_of
from counterplay.session import Session


class Values:
    """A session that knows the value of each move for the mover, as text."""

    def __init__(self, values: dict[str, float]) -> None:
        self.values = values

    def search(
        self, position: cp.Position, limit: cp.Limit, *, stop: Any = None, lines: int | None = None,
        among: Sequence[int] | None = None,
    ) -> cp.Result:  # fmt: skip
        moves = position.legal_moves if among is None else among
        known = [move for move in moves if position.show_move(move) in self.values]
        found = [self._result(position, move, limit.depth or 1) for move in known]
        found.sort(key=lambda one: -one.value)
        return found[0]._replace_alternatives(found[1 : lines or 1])

    def _result(self, position: cp.Position, move: int, depth: int) -> Any:
        value = self.values[position.show_move(move)]
        return Found(position, move, value, depth)


class Found:
    """What `judge` reads of a result."""

    def __init__(self, position: cp.Position, move: int, value: float, depth: int) -> None:
        self.position, self.move, self.value, self.depth = position, move, value, depth
        self.alternatives: Sequence[Found] = ()

    def _replace_alternatives(self, others: Sequence["Found"]) -> "Found":
        self.alternatives = others
        return self


def judged(position: cp.Position, played: str, values: dict[str, float]) -> Any:
    move = position.game.parse_move(position.state, played)
    return judge(cast(Session, Values(values)), position, move, cp.Limit(depth=2))


@pytest.fixture(scope="module")
def money() -> cp.Game:
    return cp.load("backgammon", cube=True)


def to_double(game: cp.Game) -> cp.Position:
    return game.position("startpos moves 31 8/5,6/5")


def test_a_play_loses_what_the_best_one_is_worth_more(money: cp.Game) -> None:
    position = money.position("startpos moves 31")
    found = judged(
        position, "24/21 24/23", {"8/5,6/5": 0.2, "24/23,13/10": 0.0, "24/21,24/23": -0.1}
    )
    assert (found.loss, found.lost, found.grade) == (
        pytest.approx(0.3),
        pytest.approx(0.3),
        "very bad",
    )
    assert [choice.text for choice in found.choices] == ["8/5,6/5", "24/23,13/10", "24/21,24/23"]
    assert (found.played, found.roll, found.counts) == (2, "31", True)


def test_a_missed_double_loses_up_to_the_drop(money: cp.Game) -> None:
    values = {"roll": 0.7, "take": -1.3, "drop": -1.0}
    found = judged(to_double(money), "roll", values)
    assert found.loss == pytest.approx(0.3) and found.is_cube and found.counts
    assert [choice.text for choice in found.choices] == ["double, drop", "no double"]


def test_a_double_that_would_be_very_bad_is_no_decision(money: cp.Game) -> None:
    values = {"roll": 0.1, "take": 0.2, "drop": -1.0}
    assert judged(to_double(money), "roll", values).counts is False
    assert judged(to_double(money), "double", values).counts


def test_a_close_decision_not_to_double_counts(money: cp.Game) -> None:
    found = judged(to_double(money), "roll", {"roll": 0.5, "take": -0.4, "drop": -1.0})
    assert found.loss == 0 and found.counts
    assert [choice.text for choice in found.choices] == ["no double", "double, take"]


def test_a_wrong_take_loses_what_is_below_the_drop(money: cp.Game) -> None:
    answer = to_double(money).play("double")
    found = judged(answer, "take", {"take": -1.2, "drop": -1.0})
    assert found.loss == pytest.approx(0.2) and found.player == answer.turn
    assert judged(answer, "drop", {"take": -1.2, "drop": -1.0}).loss == 0


def test_a_forced_play_does_not_count(money: cp.Game) -> None:
    position = money.position("startpos moves 31 8/5,6/5")
    only = position.play("roll").play("11")
    while len(only.legal_moves) > 1:
        only = only.play(only.legal_moves[0])
        only = only.play("roll").play("66")
    found = judged(only, only.show_move(only.legal_moves[0]), {})
    assert (found.counts, found.loss) == (False, 0)


def test_the_totals_have_rates_and_a_rating(money: cp.Game) -> None:
    position = money.position("startpos moves 31")
    values = {"8/5,6/5": 0.2, "24/23,13/10": 0.18}
    good, other = (judged(position, move, values) for move in values)
    total = total_of([good, other])
    assert (total.decisions, total.rate) == (2, pytest.approx(0.01))
    assert total.rating == "advanced"
    assert total_of([]).rating == ""


def test_only_games_of_two_with_dice_are_reviewed() -> None:
    assert is_reviewable(cp.load("pig")) and not is_reviewable(cp.load("chess"))
    with pytest.raises(
        cp.UnfitError, match="review is for games of two players with dice, and chess"
    ):
        require_reviewable(cp.load("chess"))


def test_the_best_moves_of_a_search_lose_nothing() -> None:
    game = cp.load("backgammon")
    with Session(game) as session:
        position = game.position("startpos moves 31")
        best = session.search(position, cp.Limit(depth=1)).move
        [found] = decisions_of(session, position.play(best), cp.Limit(depth=1))
    assert found.loss == 0 and found.played == 0
    assert len(found.choices) == 5
