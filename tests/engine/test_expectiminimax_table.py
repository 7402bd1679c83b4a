"""The table of expectiminimax: an entry that two threads wrote at once is not found."""

from __future__ import annotations

import random
from itertools import islice, product
from typing import Any

import numpy as np

from counterplay.core.compile.functions import compiled
from counterplay.engine.alphabeta.kernel.transposition import GOLDEN
from counterplay.engine.expectiminimax.kernel.table import (
    BUCKET_WORDS,
    ENTRY_WORDS,
    TABLE_FIELDS,
    find,
    store,
)

DTYPE = np.dtype([field if len(field) == 3 else (*field, ()) for field in TABLE_FIELDS])
DEPTHS = (1, 2, 3, 4)
VALUES = (-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0, 1 / 3, -1 / 3, 2 / 3)


@compiled
def store_entry(contexts: Any, entry: Any) -> None:
    key, depth, lower, upper = entry
    store(contexts[0], np.uint64(key), depth, np.int64(0), np.int64(7), lower, upper)


@compiled
def is_found(contexts: Any, key: Any, depth: int) -> bool:
    return find(contexts[0], np.uint64(key), depth)


def table() -> tuple[Any, Any]:
    """A context with a table of two buckets, and its words."""
    words, contexts = np.zeros(2 * BUCKET_WORDS, np.uint64), np.zeros(1, DTYPE)
    contexts["table"], contexts["table_words"] = words.ctypes.data, len(words)
    contexts["table_shift"] = 63
    return contexts, words


def keys_of_first_bucket(rng: random.Random, count: int) -> list[int]:
    keys = (rng.getrandbits(63) for _ in iter(int, 1))
    return list(islice((key for key in keys if key * int(GOLDEN) >> 63 & 1 == 0), count))


def random_entry(rng: random.Random, keys: list[int]) -> tuple[int, int, float, float]:
    """Often with the same key as others, and often with equal bounds."""
    lower, upper = sorted(rng.choices(VALUES, k=2))
    if rng.random() < 0.7:
        upper = lower
    return rng.choice(keys), rng.choice(DEPTHS), lower, upper


def test_no_mix_of_two_entries_is_found() -> None:
    rng = random.Random(1)
    contexts, words = table()
    keys = keys_of_first_bucket(rng, 3)
    for _ in range(3_000):
        pair = []
        for _ in range(2):
            words[:] = 0
            entry = random_entry(rng, keys)
            store_entry(contexts, entry)
            [start] = [i for i in (0, ENTRY_WORDS) if words[i : i + ENTRY_WORDS].any()]
            pair.append((entry, words[start : start + ENTRY_WORDS].copy()))
            assert is_found(contexts, entry[0], entry[1])
        whole = {tuple(stored) for _, stored in pair}
        for choice in product((0, 1), repeat=ENTRY_WORDS):
            words[:] = 0
            words[:ENTRY_WORDS] = [pair[side][1][k] for k, side in enumerate(choice)]
            is_whole = tuple(words[:ENTRY_WORDS]) in whole
            found = any(is_found(contexts, key, depth) for key, depth in product(keys, DEPTHS))
            assert found == is_whole, (pair, choice)
