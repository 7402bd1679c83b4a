"""Make the tables of `hands.py`: `python -m counterplay.games.poker.make_tables`.

The strength of a hand is found from the numbers of cards of each rank, in plain Python. The perfect
hash is made by displacement: the row of a key says what its column is combined with; rows with many
keys choose first (Fox, Chen and Heath 1992).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np

from counterplay.games.poker.hands import (
    COLUMN_FACTOR,
    FILE,
    HASH_BITS,
    LAST_32,
    ROW_BITS,
    ROW_FACTOR,
    HandTables,
)

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
ACE, WHEEL = 12, (3, 2, 1, 0, 12)
"""An ace is below a two in the lowest straight, the wheel."""


def highest_straight(ranks) -> int:
    """The highest rank of the best straight among some ranks; -1 if there is none."""
    for high in range(ACE, 3, -1):
        if all(high - i in ranks for i in range(5)):
            return high
    return 3 if all(rank in ranks for rank in WHEEL) else -1


def best_plain(counts) -> tuple[int, ...]:
    """The best hand that is no flush, by the number of cards of each rank. Compare such tuples."""
    by_count = sorted(((n, rank) for rank, n in enumerate(counts) if n), reverse=True)
    ranks = [rank for rank, n in enumerate(counts) if n]
    (most, first), (next_most, second) = by_count[0], by_count[1]

    def others(number, *used):
        return tuple(sorted((r for r in ranks if r not in used), reverse=True)[:number])

    if most == 4:
        return FOUR, first, *others(1, first)
    if most == 3 and next_most >= 2:
        pair = max(rank for n, rank in by_count[1:] if n >= 2)
        return FULL_HOUSE, first, pair
    if (high := highest_straight(ranks)) >= 0:
        return STRAIGHT, high
    if most == 3:
        return THREE, first, *others(2, first)
    if next_most == 2:
        return TWO_PAIR, first, second, *others(1, first, second)
    if most == 2:
        return PAIR, first, *others(3, first)
    return HIGH_CARD, *others(5)


def best_flush(ranks) -> tuple[int, ...]:
    """The best hand of five or more cards of a suit."""
    if (high := highest_straight(ranks)) >= 0:
        return STRAIGHT_FLUSH, high
    return FLUSH, *sorted(ranks, reverse=True)[:5]


def rank_counts(cards: int, ranks: int = 13) -> Iterator[tuple[int, ...]]:
    """All ways in which a number of cards can be divided among ranks, at most four of each."""
    if ranks == 0:
        if cards == 0:
            yield ()
        return
    for n in range(min(4, cards) + 1):
        for rest in rank_counts(cards - n, ranks - 1):
            yield (*rest, n)


def strengths() -> dict[tuple[int, ...], int]:
    """The strength of each different hand of five cards, by what `best_…` returns."""
    plain = {best_plain(counts) for counts in rank_counts(5)}
    flushes = {best_flush(ranks) for ranks in combinations(range(13), 5)}
    return {hand: i for i, hand in enumerate(sorted(plain | flushes), 1)}


def make_tables() -> HandTables:
    """The tables of `hands.py`."""
    number = strengths()
    flushes = np.zeros(1 << 13, np.uint16)
    for mask in range(1 << 13):
        ranks = [rank for rank in range(13) if mask >> rank & 1]
        if len(ranks) >= 5:
            flushes[mask] = number[best_flush(ranks)]
    plain = {
        sum(n * 5**rank for rank, n in enumerate(counts)): number[best_plain(counts)]
        for cards in (5, 6, 7)
        for counts in rank_counts(cards)
    }
    return HandTables(flushes, *perfect_hash(plain))


def perfect_hash(values: dict[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """A table with each value in a place of its own, and what each row of keys is moved by."""
    keys = np.array(list(values), np.int64)
    rows = (keys * ROW_FACTOR & LAST_32) >> 32 - ROW_BITS
    columns = (keys * COLUMN_FACTOR & LAST_32) >> 32 - HASH_BITS
    numbers = np.array(list(values.values()), np.uint16)
    table, moves = np.zeros(1 << HASH_BITS, np.uint16), np.zeros(1 << ROW_BITS, np.uint16)
    tried = np.arange(1 << 16)
    order = np.argsort(rows, kind="stable")
    starts = np.searchsorted(rows[order], np.arange(len(moves) + 1))
    for row, _ in Counter(rows.tolist()).most_common():
        part = order[starts[row] : starts[row + 1]]
        for first in range(0, len(tried), 256):
            places = columns[part][:, None] ^ tried[None, first : first + 256]
            is_free = (table[places] == 0).all(axis=0)
            if is_free.any():
                move = first + int(is_free.argmax())
                table[columns[part] ^ move], moves[row] = numbers[part], move
                break
        else:
            raise RuntimeError("there is no perfect hash with these factors")
    return table, moves


if __name__ == "__main__":
    made = make_tables()
    np.savez_compressed(FILE, **made._asdict())
    print(f"{FILE}: {FILE.stat().st_size:,} bytes")
