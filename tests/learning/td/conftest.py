"""Backgammon, and one player who plays one game in plain Python."""

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.games.backgammon.ids import read_position
from counterplay.learning.td.kernels.random_numbers import fraction_of

# Without PyTorch these tests are left out; the guard of main installs it.
collect_ignore_glob = [] if find_spec("torch") or os.environ.get("CI") else ["test_*.py"]


@pytest.fixture(autouse=True)
def plain_words() -> Iterator[None]:
    """Words of 64 bits wrap around in plain Python, as they do in compiled rules."""
    with np.errstate(over="ignore"):
        yield


@pytest.fixture(scope="session")
def game() -> cp.Game:
    return cp.load("backgammon")


def rolled(game: cp.Game, s: Any, seed: int, number: int, ply: int) -> tuple[Any, int]:
    """The state after the chance nodes, and the plies by then."""
    while game.player(s) == cp.CHANCE:
        fraction = fraction_of(seed, number, ply)
        outcomes, chances = zip(*game.chance(s), strict=True)
        i = int(np.searchsorted(np.cumsum(chances), fraction, side="right"))
        s, ply = game.result(s, outcomes[min(i, len(outcomes) - 1)]), ply + 1
    return s, ply


@pytest.fixture
def plays() -> Callable[..., Iterator[tuple[Any, int, Any]]]:
    """The plays of a game: the state before, the player, and the state after the best play.

    `judge(states, p)` gives the values of states for player `p`, who did not move.
    """

    def played(game: cp.Game, judge: Any, seed: int, number: int) -> Iterator[Any]:
        s, ply = game.initial(), 0
        while not game.terminal(s):
            s, ply = rolled(game, s, seed, number, ply)
            mover = game.player(s)
            afters = [game.result(s, a) for a in game.actions(s)]
            values = -np.asarray(judge(afters, 1 - mover), np.float64)
            for i, after in enumerate(afters):
                if game.terminal(after):
                    values[i] = game.utility(after, mover)
            after = afters[int(np.argmax(values))]
            yield s, mover, after
            s, ply = after, ply + 1

    return played


def unit(n: int) -> list[float]:
    """The four units of a point with n checkers, as Sutton and Barto (2018, 16.1) describe them."""
    return [float(n == 1), float(n >= 2), float(n == 3), (n - 3) / 2 if n > 3 else 0.0]


@pytest.fixture
def inputs_of(game: cp.Game) -> Callable[[Any], np.ndarray]:
    """TD-Gammon's inputs for the player on roll, from the position ID of GNU Backgammon."""

    def inputs(s: Any) -> np.ndarray:
        found: list[float] = []
        for counts in read_position(game.show_position(s)[:14]):
            found += [x for n in counts[:24] for x in unit(n)]
            found += [counts[24] / 2, (15 - sum(counts)) / 15]
        return np.array([*found, 1.0, 0.0], np.float32)

    return inputs
