"""A game that breaks its word gets a sentence, never a wrong answer or a crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import counterplay as cp

COUNTDOWN = """
from typing import NamedTuple
from counterplay.core.game.facts import Facts

facts = Facts(title="Countdown", most_actions={most_actions}, longest_game={longest_game})

class State(NamedTuple):
    left: int

def initial():
    return State({plies})

def player(s):
    return s.left & 1

def actions(s, moves):
    if terminal(s) or s.left == {stuck_at}:
        return 0
    moves[0] = 1
    return 1

def result(s, a):
    return State(s.left - a)

def terminal(s):
    return s.left == 0

def utility(s, p):
    return 0
"""


def countdown(folder: Path, stuck_at: int = -1, **facts: int) -> Path:
    """A game of one move a state; `facts` are what it claims."""
    claims = {"most_actions": 4, "longest_game": 40, "plies": 40, **facts}
    path = folder / "countdown.py"
    path.write_text(COUNTDOWN.format(stuck_at=stuck_at, **claims), encoding="utf-8")
    return path


@pytest.mark.parametrize("left", [37, 38, 40])
def test_no_move_where_the_game_is_not_over_is_a_fault_of_the_game(
    left: int, tmp_path: Path
) -> None:
    game = cp.load(countdown(tmp_path, stuck_at=37))
    with pytest.raises(cp.GameError, match=r"actions\(\) returned no move"):
        cp.search(game, f"state {left}", depth=9)


def test_a_game_longer_than_it_says_does_not_write_where_it_must_not(tmp_path: Path) -> None:
    """In a process of its own, which may die of it."""
    path = countdown(tmp_path, longest_game=1, most_actions=4000, plies=250)
    program = (
        "import counterplay as cp\n"
        f"game = cp.load({str(path)!r})\n"
        "try:\n    print(cp.perft(game, depth=250))\n"
        "except cp.GameError as error:\n    print(error)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == "1" or "longest_game" in ran.stdout


def test_a_small_unit_spoils_no_outcome(tmp_path: Path) -> None:
    """A game that is won or lost may be measured in hundredths, or that is refused."""
    source = Path(cp.load("tic_tac_toe").path).read_text(encoding="utf-8")
    path = tmp_path / "small_unit.py"
    changed = source.replace("most_actions=SQUARES", "unit=100, most_actions=SQUARES")
    path.write_text(changed, encoding="utf-8")
    try:
        game = cp.load(path)
    except cp.CounterplayError as error:
        assert "unit" in str(error)
        return
    found = cp.search(game, depth=9)
    assert (found.outcome, found.distance, found.value) == ("draw", 9, 0)
    found = cp.search(game, "xx./oo./...", depth=9)
    assert (found.outcome, found.distance, found.value) == ("win", 1, 1)
