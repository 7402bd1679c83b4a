"""Clocks: how they are written, portioned out, and run down."""

import pytest

from counterplay.core.game.errors import InputError
from counterplay.core.game.limits import Limit
from counterplay.players.clock import LEAST, MARGIN, Clock


@pytest.mark.parametrize(
    ("text", "clock"),
    [("60+0.5", Clock(60, 0.5)), ("10", Clock(10)), ("5:00+3", Clock(300, 3)), ("1+0", Clock(1))],
)
def test_a_clock_is_written_as_base_and_increment(text: str, clock: Clock) -> None:
    assert Clock.parse(text) == clock
    assert Clock.parse(str(clock)) == clock


@pytest.mark.parametrize("text", ["", "soon", "60+", "+1", "60+x", "1:x", "nan", "1+nan"])
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="clock"):
        Clock.parse(text)


@pytest.mark.parametrize("text", ["0", "-5", "5+-1", "inf"])
def test_a_clock_without_time_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="the time must be above 0"):
        Clock.parse(text)


def test_a_player_who_thinks_as_long_as_told_never_oversteps() -> None:
    for clock in (Clock(1), Clock(60, 0.5), Clock(0.2, 0.01)):
        left: float | None = clock.base
        for _ in range(500):
            assert left is not None
            left = clock.after(left, clock.limit(Limit(), left).seconds or 0)
        assert left is not None


def test_a_player_is_told_what_is_left_but_for_the_margin() -> None:
    assert Clock(10, 5).limit(Limit(), 1) == Limit(clock=1 - MARGIN, increment=5)
    assert Clock(10).limit(Limit(), 0.01) == Limit(clock=LEAST)


def test_overstepping_by_more_than_the_margin_loses() -> None:
    assert Clock(1, 2).after(0.5, 0.5 + MARGIN / 2) == 2
    assert Clock(1, 2).after(0.5, 0.5 + 2 * MARGIN) is None
