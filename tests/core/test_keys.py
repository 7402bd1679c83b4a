"""Keys of states: a change of a few bits changes many of the key, and states do not share one."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

import counterplay as cp
from counterplay.core.bits.mixing import mixed

Keys = npt.NDArray[np.uint64]

BITS = [1 << i for i in range(64)]
CHANGES = np.array(BITS + [a | b for a, b in combinations(BITS, 2)], np.uint64)
"""All changes of one or two bits of a word."""


def test_a_change_of_one_or_two_bits_changes_at_least_three() -> None:
    dice = np.random.default_rng(1)
    fewest = 64
    for key in dice.integers(2**64, size=200, dtype=np.uint64):
        changed = mixed(np.full(len(CHANGES), key), CHANGES) ^ mixed(key[None], np.zeros(1, "u8"))
        fewest = min(fewest, int(np.bitwise_count(changed).min()))
    assert fewest >= 3


def test_a_change_of_one_word_is_not_taken_back_by_the_next() -> None:
    """The fault of a product that is folded once: bits 63 and 31 of the next word undid bit 63."""
    dice = np.random.default_rng(2)
    for key in dice.integers(2**64, size=20, dtype=np.uint64):
        after = mixed(key[None], np.concatenate([[np.uint64(0)], CHANGES[:64]]))
        keys = np.concatenate([mixed(word, CHANGES) for word in after[:, None]])
        assert len(np.unique(keys)) == len(keys)


def test_two_positions_that_had_one_key() -> None:
    game = cp.load("chess")
    texts = (
        "r4rk1/pp5p/2p3p1/8/2n2b2/2N5/PP2B1PP/2RQR1K1 w - - 0 1",
        "r4bk1/pp5p/2p3p1/8/2n2q2/2N5/PP2B1PP/2RQR1K1 w - - 0 1",
    )
    assert len({game.key(game.position(text).state) for text in texts}) == 2


WORDS = {
    "chess": ("low", "mid", "high", "mine", "rights"),
    "othello": ("mine", "theirs"),
    "breakthrough": ("mine", "theirs"),
    "checkers": ("black", "white", "kings"),
    "backgammon": ("near0", "far0", "near1", "far1"),
}


@pytest.mark.parametrize("name", WORDS)
def test_states_that_differ_in_few_bits_have_different_keys(name: str) -> None:
    """One bit of a word and one or two of another: 64 times 2,080 states for each pair of words."""
    game = cp.load(name)
    used = 35 if name == "checkers" else 64
    changes = CHANGES[1 << used > CHANGES] if used < 64 else CHANGES
    require_different(used, changes, lambda **words: key_of(game, words), WORDS[name])


def test_the_default_key_mixes_all_fields() -> None:
    game = cp.load("dots_and_boxes")
    assert "key" not in game.functions
    s = game.position("startpos moves a1h b1h c1h").state
    key = np.uint64(0)
    with np.errstate(over="ignore"):
        for number in s:
            key = mixed(key, np.uint64(number))
    assert game.key(s) == key != 0


def require_different(
    used: int, changes: Keys, key: Callable[..., Keys], words: tuple[str, ...]
) -> None:
    singles = np.array(BITS[:used], np.uint64)
    for one, other in combinations(words, 2):
        for first, second in ((one, other), (other, one)):
            states = {word: np.zeros((used, len(changes)), np.uint64) for word in words}
            states[first] += singles[:, None]
            states[second] += changes[None, :]
            keys = key(**states)
            assert len(np.unique(keys)) == keys.size, (first, second)


def key_of(game: cp.Game, words: dict[str, Keys]) -> Keys:
    """The keys of many states at once: the rule, applied to arrays as the fields of one state."""
    others = {field: 0 for field in game.shape.fields if field not in words}
    return np.asarray(game.functions["key"](game.shape.state(**others, **words)))
