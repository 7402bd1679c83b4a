"""Ctrl-C ends a search with its answer; a second one soon after leaves."""

import os
import signal

import pytest
from rich.console import Console

from counterplay.cli.support.thinking import Thinker
from counterplay.core.game.limits import Limit
from counterplay.core.game.results import Result
from counterplay.games import load

GAME = load("tic_tac_toe")


class Sleeper:
    """A session that searches until it is stopped, and is interrupted some times meanwhile."""

    def __init__(self, interrupts: int) -> None:
        self.interrupts = interrupts

    def move(self, position, limit, *, stop=None, report=None):
        for _ in range(self.interrupts):
            os.kill(os.getpid(), signal.SIGINT)
            assert stop.wait(10)
        return Result(
            position=position, move=0, value=0, values=(0, 0), kind="estimate", outcome=None,
            distance=None, line=(0,), depth=1, nodes=1, seconds=0.0,
        )  # fmt: skip


def think(interrupts: int, thinker: Thinker | None = None):
    thinker = thinker or Thinker(Sleeper(interrupts), Console())  # type: ignore[arg-type]
    return thinker.move(GAME.position(), Limit(), "thinking")


def test_an_undisturbed_search_is_not_stopped():
    assert not think(0).is_stopped


def test_the_first_ctrl_c_stops_the_search_with_an_answer():
    answer = think(1)
    assert answer.is_stopped and answer.result.move == 0


def test_the_second_ctrl_c_leaves():
    with pytest.raises(KeyboardInterrupt):
        think(2)


def test_the_second_ctrl_c_leaves_even_at_the_next_move():
    thinker = Thinker(Sleeper(1), Console())
    think(1, thinker)
    with pytest.raises(KeyboardInterrupt):
        think(1, thinker)


def test_ctrl_c_is_as_before_afterwards():
    before = signal.getsignal(signal.SIGINT)
    think(1)
    assert signal.getsignal(signal.SIGINT) is before
