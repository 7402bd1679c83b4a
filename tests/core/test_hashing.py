"""`cp.hash`: one key in plain Python and in compiled rules; every bit of the input counts."""

import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.errors import TypingError

import counterplay as cp

assert cp.hash  # loads the public names, as `cp.Facts` does in a game's file


@njit
def compiled(board: Any, turn: Any, bits: Any) -> Any:
    return cp.hash(board, turn, bits)


@pytest.fixture(autouse=True)
def no_warning_is_raised() -> Iterator[None]:
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        yield


def test_plain_and_compiled_keys_are_equal() -> None:
    dice = np.random.default_rng(1)
    for shape in ((), (9,), (3, 3)):
        for _ in range(20):
            board = dice.integers(-128, 128, shape, np.int8) if shape else int(dice.integers(2**60))
            turn, bits = int(dice.integers(-(2**63), 2**63)), dice.integers(2**64, dtype=np.uint64)
            assert compiled(board, turn, bits) == cp.hash(board, turn, bits)
            assert type(cp.hash(board, turn, bits)) is np.uint64


def test_the_type_of_an_integer_does_not_matter() -> None:
    same = {cp.hash(kind(1), 0) for kind in (int, bool, np.int8, np.int64, np.uint64, np.bool_)}
    assert len(same) == 1
    assert cp.hash(-1) == cp.hash(np.int8(-1)) == cp.hash(2**64 - 1)
    assert cp.hash(np.array([3, 4], np.int8), 5) == cp.hash(3, 4, 5)


def test_order_and_number_of_words_matter() -> None:
    keys = [cp.hash(*words) for words in ((), (0,), (0, 0), (0, 1), (1, 0), (1,), (1, 0, 0))]
    assert len(set(keys)) == len(keys)


def test_a_change_of_one_bit_changes_about_half_of_the_key() -> None:
    dice, changed = random.Random(2), []
    for _ in range(500):
        words = [dice.getrandbits(64) for _ in range(3)]
        other = list(words)
        other[dice.randrange(3)] ^= 1 << dice.randrange(64)
        changed.append((int(cp.hash(*words)) ^ int(cp.hash(*other))).bit_count())
    assert 31.5 < sum(changed) / len(changed) < 32.5
    assert min(changed) > 10


def test_small_numbers_collide_nowhere() -> None:
    keys = {int(cp.hash(a, b)) for a in range(-60, 60) for b in range(-60, 60)}
    assert len(keys) == 120 * 120
    assert len({key & 0xFFFF for key in keys}) > 0.85 * 2**16 * (1 - np.exp(-(120**2) / 2**16))


def test_a_float_is_refused_in_both_forms() -> None:
    with pytest.raises(TypeError, match=r"an integer became a float \(float\)"):
        cp.hash(1.5)
    with pytest.raises(TypingError, match="an integer became a float"):
        compiled(1.5, 0, 0)


def test_a_game_may_use_it_in_its_key(tmp_path: Path) -> None:
    text = (Path(__file__).parents[1] / "data" / "games" / "record_tic_tac_toe.py").read_text()
    rules, _, _ = text.partition("def key(s)")
    path = tmp_path / "hashed.py"
    key = "def key(s):\n    return cp.hash(s.squares, s.mover)\n"
    path.write_text(f"import counterplay as cp\n{rules}{key}")
    assert cp.check(path, games=5).ok
    assert cp.perft(cp.load(path), depth=3) == 504
