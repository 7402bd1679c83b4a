"""The strength of poker hands: all 133,784,560 hands of seven cards, and hands in random order.

    python bench/poker_hands.py
    python bench/poker_hands.py --oracle poker.json

The counts by category must be the published ones. If phevaluator is installed, it runs
beside, called from Python as its users call it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from counterplay.core.compile.functions import compiled
from counterplay.games.poker.hands import (
    CARD_BITS,
    CARD_KEYS,
    CATEGORIES,
    NO_CARDS,
    STRONGEST,
    category_of,
    load_tables,
    strength,
)

PUBLISHED = {
    "straight flush": 41_584, "four of a kind": 224_848, "full house": 3_473_184,
    "flush": 4_047_644, "straight": 6_180_020, "three of a kind": 6_461_620,
    "two pair": 31_433_400, "one pair": 58_627_800, "high card": 23_294_460,
}  # fmt: skip
ROYAL_FLUSHES, HANDS = 4_324, 133_784_560
RANDOM_HANDS = 2_000_000


def count_hands(found, data):
    """Count all hands of seven cards by their strength."""
    for a in range(52):
        key_a, mask_a = NO_CARDS + CARD_KEYS[a], CARD_BITS[a]
        for b in range(a):
            key_b, mask_b = key_a + CARD_KEYS[b], mask_a + CARD_BITS[b]
            for c in range(b):
                key_c, mask_c = key_b + CARD_KEYS[c], mask_b + CARD_BITS[c]
                for d in range(c):
                    key_d, mask_d = key_c + CARD_KEYS[d], mask_c + CARD_BITS[d]
                    for e in range(d):
                        key_e, mask_e = key_d + CARD_KEYS[e], mask_d + CARD_BITS[e]
                        for f in range(e):
                            key_f, mask_f = key_e + CARD_KEYS[f], mask_e + CARD_BITS[f]
                            for g in range(f):
                                key, mask = key_f + CARD_KEYS[g], mask_f + CARD_BITS[g]
                                found[strength(key, mask, data)] += 1


def strengths_of(hands, found, data):
    """Write the strength of each row of seven cards."""
    for i in range(len(hands)):
        key, mask = NO_CARDS, 0
        for j in range(7):
            key += CARD_KEYS[hands[i, j]]
            mask += CARD_BITS[hands[i, j]]
        found[i] = strength(key, mask, data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--oracle", type=Path, help="compare with the counts of this JSON file")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args()
    data = load_tables()
    figures = enumerated(data, given.oracle) | at_random(data)
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


def enumerated(data: Any, oracle: Path | None) -> dict[str, Any]:
    """Count all hands, and compare the counts."""
    count = compiled(count_hands)
    count_of = np.zeros(STRONGEST + 1, np.int64)
    count(count_of, data)  # compiles
    count_of[:] = 0
    began = time.process_time()
    count(count_of, data)
    seconds = time.process_time() - began
    found: Counter[str] = Counter()
    for number, times in enumerate(count_of.tolist()):
        if times:
            found[category_of(number)] += times
    for name in reversed(CATEGORIES):
        print(f"{name:16} {found[name]:>12,}")
    assert found == PUBLISHED and sum(found.values()) == HANDS
    assert count_of[STRONGEST] == ROYAL_FLUSHES
    if oracle:
        theirs = json.loads(oracle.read_text())["seven_card"]
        assert all(theirs.get(name.replace(" ", "_"), n) == n for name, n in found.items()
                   if name != "straight flush")  # fmt: skip
        assert theirs["distinct_ranks"] == np.count_nonzero(count_of)
    print(f"all counts as published; {HANDS / seconds / 1e6:.0f} million hands a second")
    return {"counts": dict(found), "enumerated_per_second": HANDS / seconds}


def at_random(data: Any) -> dict[str, Any]:
    """The strengths of random hands, and those of phevaluator if there is one."""
    dice = np.random.default_rng(1)
    hands = dice.permuted(np.tile(np.arange(52, dtype=np.int8), (RANDOM_HANDS, 1)), axis=1)[:, :7]
    hands = np.ascontiguousarray(hands)
    of_hands, found = compiled(strengths_of), np.zeros(RANDOM_HANDS, np.int64)
    of_hands(hands[:1], found, data)  # compiles
    began = time.process_time()
    of_hands(hands, found, data)
    speed = RANDOM_HANDS / (time.process_time() - began)
    print(f"random order: {speed / 1e6:.0f} million hands a second")
    figures: dict[str, Any] = {"random_per_second": speed}
    if find_spec("phevaluator"):
        import phevaluator

        rows = hands[:200_000].tolist()
        began = time.process_time()
        theirs = [phevaluator.evaluate_cards(*row) for row in rows]
        their_speed = len(rows) / (time.process_time() - began)
        assert all(STRONGEST + 1 - x == y for x, y in zip(theirs, found.tolist(), strict=False))
        print(f"phevaluator: {their_speed / 1e6:.2f} million hands a second, all strengths equal")
        figures["phevaluator_per_second"] = their_speed
    return figures


if __name__ == "__main__":
    main()
