"""Games that are not built in: files as users write them."""

from collections.abc import Callable
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "data" / "games"

COUNTDOWN = '''"""Take one, two or three of eleven; the last one wins. Moves are large numbers."""

from typing import NamedTuple

import counterplay as cp

facts = cp.Facts(title="Countdown", most_actions=3, longest_game=11)
LARGE = 10**12


class State(NamedTuple):
    left: int
    mover: int


def initial():
    return State(11, 0)


def player(s):
    return s.mover


def actions(s, moves):
    n = min(3, s.left)
    for i in range(n):
        moves[i] = LARGE * (n - i)
    return n


def result(s, a):
    return State(s.left - a // LARGE, 1 - s.mover)


def terminal(s):
    return s.left == 0


def utility(s, p):
    return -1 if p == s.mover else 1
'''


@pytest.fixture
def named(tmp_path: Path) -> Callable[[str], str]:
    """A built-in's name as it is, a game of the tests by its file, `countdown` as a user's."""

    def find(name: str) -> str:
        if name == "countdown":
            (tmp_path / "countdown.py").write_text(COUNTDOWN, encoding="utf-8")
            return str(tmp_path / "countdown.py")
        kept = GAMES / f"{name}.py"
        return str(kept) if kept.is_file() else name

    return find
