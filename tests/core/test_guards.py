"""Faulty rules of a file that was never checked raise errors natively: no crash, no hang."""

import inspect
from pathlib import Path
from types import SimpleNamespace

import pytest

import counterplay as cp
from counterplay.core.compile import bind
from counterplay.core.game import checked
from counterplay.core.game.time_limit import limited_calls
from counterplay.engine.perft.count import KERNEL

GAME = '''
"""Count to nine. The rules have the fault that is set, from ply 5 on."""

from typing import NamedTuple

import numpy as np

import counterplay as cp

facts = cp.Facts(title="Faulty", most_actions=2, longest_game=9)
TABLE = np.arange(16)


class Data(NamedTuple):
    fault: int


class State(NamedTuple):
    total: int


data = Data(cp.setting("fault", 0))


def initial():
    return State(0)


def player(s):
    return s.total % 2


def deeper(n):  # 4
    if n < 0:
        return 0
    return deeper(n + 1) + 1


def actions(s, moves, data):
    moves[0] = moves[1] = 1
    fault = data.fault if s.total >= 5 else 0
    if fault == 1:
        for i in range(1_000_000):
            moves[i] = 1  # 1
    if fault == 2:
        moves[-1_000_000] = 1  # 2
    if fault == 3:
        moves[0] = TABLE[s.total * 100_000_000]  # 3
    if fault == 4:
        moves[0] = deeper(s.total)
    if fault == 5:
        while s.total >= 5:
            moves[0] += 1  # 5
    if fault == 6:
        moves[0] = 1 // (5 - s.total)  # 6
    return 0 if s.total == 9 else 2


def result(s, a):
    return State(s.total + 1)


def terminal(s):
    return s.total == 9


def utility(s, p):
    return 0
'''

SENTENCES = {
    1: "IndexError in the rules, during a search: index is out of bounds",
    2: "IndexError in the rules, during a search: index is out of bounds",
    3: "IndexError in the rules, during a search: index is out of bounds",
    4: "RecursionError in the rules, during a search: a function has called itself 1,000 times",
    5: "RuntimeError in the rules, during a search: a loop has not ended after 100,000,000 rounds",
    6: "ZeroDivisionError in the rules, during a search: integer division by zero",
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "faulty.py"
    path.write_text(GAME)
    return path


@pytest.mark.parametrize("fault", SENTENCES)
def test_a_fault_deep_in_the_tree_is_a_sentence_with_its_line(path: Path, fault: int) -> None:
    game = cp.load(path, fault=fault)
    assert cp.perft(game, depth=5) == 32
    with pytest.raises(cp.GameError) as caught:
        cp.perft(game, depth=9)
    assert SENTENCES[fault] in str(caught.value)
    lines = [number for number, line in enumerate(GAME.splitlines(), 1) if f"# {fault}" in line]
    assert (caught.value.path, caught.value.line) == (str(path), lines[0])


def test_rules_without_a_fault_give_the_same_count(path: Path) -> None:
    assert cp.perft(cp.load(path), depth=9) == 2**9


def test_the_line_is_right_in_a_copy_with_a_comment(path: Path, tmp_path: Path) -> None:
    """Machine code is shared by all files with the same rules."""
    copy = tmp_path / "copy.py"
    copy.write_text(
        GAME.replace("    moves[0] = moves[1]", "    # a comment\n    moves[0] = moves[1]")
    )
    lines = []
    for file in (path, copy):
        with pytest.raises(cp.GameError) as caught:
            cp.perft(cp.load(file, fault=6), depth=9)
        assert caught.value.path == str(file)
        lines.append(caught.value.line or 0)
    assert lines[1] == lines[0] + 1


@pytest.fixture
def unbound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file was checked. A bound kernel only knows whether it has guards."""
    place = list(inspect.signature(bind._bind).parameters).index("is_guarded")
    monkeypatch.setattr("counterplay.core.game.checked.store.folder", lambda: tmp_path)
    monkeypatch.setattr(bind, "_modules", {})
    monkeypatch.setattr(bind, "_bind", lambda *given: SimpleNamespace(is_guarded=given[place]))


def has_guards(game: cp.Game) -> bool:
    return bool(bind.bind(game, KERNEL).is_guarded)


@pytest.mark.usefixtures("unbound")
def test_only_files_that_were_never_checked_have_guards(path: Path) -> None:
    game = cp.load(path)
    assert has_guards(game)
    checked.remember_checked(game)
    assert not has_guards(game) and not has_guards(cp.load("nim"))
    assert has_guards(cp.load(path, fault=1))  # other data, which may lead the rules astray


@pytest.mark.usefixtures("unbound")
def test_an_evaluator_of_ones_own_has_guards(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def evaluate(s):\n    return 0\n")
    game = cp.load("nim").with_evaluator(cp.load_evaluator(file))
    assert has_guards(game)
    checked.remember_checked(game)
    assert not has_guards(game)


def test_a_call_of_plain_rules_that_takes_too_long_is_ended(path: Path) -> None:
    game = cp.load(path, fault=5)
    with limited_calls(0.05), pytest.raises(cp.GameError, match=r"actions\(\) takes too long"):
        game.actions(game.shape.state(5))
