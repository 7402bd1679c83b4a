"""The fingerprint sees whatever compiled code depends on; twins find the functions they call."""

import sys
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.core.compile.digest import digest_of
from counterplay.engine.perft.count import KERNEL

GAME = """
from typing import NamedTuple
import counterplay as cp
{head}
facts = cp.Facts(title="Countdown", most_actions=9, longest_game=20)

class State(NamedTuple):
    left: int
    turn: int

def initial():
    return State(6, 0)

def player(s):
    return s.turn

def actions(s, moves):
    n = 0
    for take in range(1, min({most}, s.left) + 1):
        moves[n] = take
        n += 1
    return n

def result(s, a):
    return State(s.left - a, 1 - s.turn)

def terminal(s):
    return {over}

def utility(s, p):
    return -1 if p == s.turn else 1
"""

# What stands in the game's file, and an edit that changes its answers.
EDITS = {
    "a constant": ("MOST = 3", "MOST", "3", "2"),
    "a constant that a compiled helper reads": (
        "from numba import njit\nMOST = 3\n@njit\ndef most():\n    return MOST",
        "most()", "= 3", "= 2",
    ),
    "a member of an enumeration": (
        "from enum import IntEnum\nclass Rule(IntEnum):\n    MOST = 3", "Rule.MOST", "= 3", "= 2",
    ),
    "the order of fields": (
        "from collections import namedtuple\nPair = namedtuple('Pair', 'most least')",
        "Pair(3, 2).most", "most least", "least most",
    ),
    "a default argument": ("def most(n=3):\n    return n", "most()", "n=3", "n=2"),
    "a closure": (
        "def make(n):\n    def most():\n        return n\n    return most\nmost = make(3)",
        "most()", "make(3)", "make(2)",
    ),
    "an array": ("import numpy as np\nMOST = np.array([3])", "MOST[0]", "[3]", "[2]"),
    "a tuple": ("MOST = (1, 3)", "MOST[1]", "3)", "2)"),
}  # fmt: skip


def load(folder: Path, head: str, most: str, over: str = "s.left == 0") -> cp.Game:
    path = folder / "countdown.py"
    path.write_text(GAME.format(head=head, most=most, over=over), encoding="utf-8")
    return cp.load(path)


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_is_another_fingerprint(what: str, tmp_path: Path) -> None:
    head, most, old, new = EDITS[what]
    before = digest_of(load(tmp_path, head, most), KERNEL)
    assert digest_of(load(tmp_path, head, most), KERNEL) == before
    assert digest_of(load(tmp_path, head.replace(old, new), most), KERNEL) != before


def test_an_edit_of_a_constant_in_a_module_of_a_package_is_another_fingerprint(
    tmp_path: Path,
) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    (package / "__init__.py").write_text("from pack import deep\n")
    digests = []
    for most in (3, 2):
        # Not as long as before: Python takes a file of the same second and size for the same.
        (package / "deep.py").write_text(f"MOST = {most}\n" + most * "\n")
        for name in [name for name in sys.modules if name.startswith("pack")]:
            del sys.modules[name]
        digests.append(digest_of(load(tmp_path, "import pack", "pack.deep.MOST"), KERNEL))
    assert digests[0] != digests[1]


def test_rules_may_use_several_functions_of_a_helper_module(tmp_path: Path) -> None:
    """Its name may begin like that of a module which Numba knows."""
    text = "def most():\n    return 2\n\ndef over(left):\n    return left == 0\n"
    (tmp_path / "mathematics.py").write_text(text, encoding="utf-8")
    game = load(tmp_path, "import mathematics as m", "m.most()", "m.over(s.left)")
    assert cp.perft(game, depth=3) == 8


def test_two_games_can_each_have_a_helper_of_the_same_name(tmp_path: Path) -> None:
    games = []
    for most in (3, 2):
        folder = tmp_path / str(most)
        folder.mkdir()
        (folder / "helper.py").write_text(f"def most():\n    return {most}\n", encoding="utf-8")
        games.append(load(folder, "from helper import most", "most()"))
    assert [len(game.actions(game.initial())) for game in games] == [3, 2]
