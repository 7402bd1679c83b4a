"""Patterns that a game names: what they mean, and what is refused."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import counterplay as cp
from counterplay.core.patterns.layout import Layout, folded, groups_of
from counterplay.tablebase.store.identity import rules_of

TIC_TAC_TOE = Path(cp.load("tic_tac_toe").path)


def test_a_pattern_that_is_its_own_image_is_read_once() -> None:
    patterns, orders = folded([(0, 1, 2), (2, 1, 0), (6, 7, 8), (8, 7, 6)])
    assert patterns == [(0, 1, 2), (6, 7, 8)]
    assert orders == [(0, 1, 2), (2, 1, 0)]


@pytest.mark.parametrize(
    "group",
    [
        [(0, 1, 2), (2, 1, 0), (6, 7, 8)],  # one of them is read in one order only
        [(0, 1, 2), (1, 2, 0)],  # two orders, of which there must be three
    ],
)
def test_a_group_without_the_orders_of_all_images_is_not_folded(group: list[Any]) -> None:
    assert folded(group) == (group, [(0, 1, 2)])


def test_entries_that_are_images_are_one_weight() -> None:
    layout = Layout(groups_of([[(0, 1), (1, 0)], [(0, 1, 2)]]), boards=2)
    pairs = layout.same[:9].tolist()
    assert pairs == [0, 1, 2, 1, 4, 5, 2, 5, 8]
    assert layout.same[9:].tolist() == list(range(9, 36))


def test_othello_has_the_patterns_of_logistello() -> None:
    layout = Layout(cp.load("othello").patterns, 2)
    cells = sorted(len(cells) for cells, _ in layout.patterns)
    assert cells == [4] * 4 + [5] * 4 + [6] * 4 + [7] * 4 + [8] * 14 + [9] * 4 + [10] * 12
    sizes = {n: cells.count(n) for n in cells}
    assert sum(sizes.values()) == len(layout.patterns) == 46
    every = np.bincount([cell for cells, _ in layout.patterns for cell in cells])
    assert len(every) == 64 and every.min() > 0


@pytest.mark.parametrize("size", [4, 6])
def test_small_boards_of_othello_stay_on_the_board(size: int) -> None:
    squares = {8 * r + c for r in range(size) for c in range(size)}
    cells = {c for group in cp.load("othello", size=size).patterns for p in group for c in p}
    assert cells == squares


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (5, "must be a list of groups of cell tuples"),
        ([5], "a group must be a list of cell tuples, not 5"),
        ([[]], "a group must be a list"),
        ([[()]], "a pattern must be a tuple of cells"),
        ([[(0, 64)]], "must be numbers from 0 to 63"),
        ([[(0, "a")]], "must be numbers from 0 to 63"),
        ([[(0, True)]], "must be numbers from 0 to 63"),
        ([[(1, 1)]], "has a cell twice"),
        ([[(0, 1), (2, 3, 4)]], "must have equally many cells"),
    ],
)
def test_patterns_that_cannot_be_are_refused(given: Any, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    text = TIC_TAC_TOE.read_text(encoding="utf-8")
    path.write_text(f"{text}\nPATTERNS = {given!r}\n", encoding="utf-8")
    with pytest.raises(cp.GameError, match=f"PATTERNS: .*{sentence}"):
        cp.load(path)


def test_tables_that_would_be_too_large_are_refused() -> None:
    with pytest.raises(ValueError, match="has 177,147 configurations, more than 65,536"):
        Layout((((*range(11),),),), boards=2)
    with pytest.raises(ValueError, match="more than 8,192 patterns"):
        Layout((tuple((i % 64, (i + 1 + i // 64) % 64) for i in range(9000)),), boards=1)


def test_patterns_do_not_change_how_tables_know_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    text = TIC_TAC_TOE.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    plain = cp.load(path)
    path.write_text(f"{text}\nPATTERNS = [[(0, 1, 2)]]\n", encoding="utf-8")
    named = cp.load(path)
    assert named.patterns == (((0, 1, 2),),)
    assert named.has_same_rules(plain) and rules_of(named) == rules_of(plain)
