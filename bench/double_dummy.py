"""Double dummy beside DDS: random deals and endings, equal results, milliseconds a deal.

    bench/double_dummy.py --dds libdds.so --endings 1000 --deals 100

Each deal has one denomination and one leader. Each ending has random trumps, a random leader and up
to three cards on the table, and every card of the player is compared. CPU time, one thread; the
programs take turns. `dds.py` says how to build DDS. `--write FILE` writes what DDS says of the
endings, and of all declarers of some deals: `tests/data/double_dummy.txt` has this.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

from dds import Dds
from table import Table

from counterplay.games.bridge.cards import DENOMINATIONS, SEATS, card_text, word_of
from counterplay.games.bridge.deals import Deal
from counterplay.games.bridge.solver import Solver

LENGTHS = (3, 4, 5, 6, 7, 8)
WRITTEN_TABLES = 8
DECK = [16 * suit + rank for suit in range(4) for rank in range(13)]


def dealt(rng: random.Random, cards: int) -> list[list[int]]:
    """Four random hands."""
    chosen = rng.sample(DECK, 4 * cards)
    return [chosen[i * cards : (i + 1) * cards] for i in range(4)]


def ending(rng: random.Random, cards: int) -> tuple[Deal, int, int, tuple[int, ...]]:
    """Four random hands, trump, leader and cards on the table."""
    hands, leader, table = dealt(rng, cards), rng.randrange(4), []
    for i in range(rng.randrange(4)):
        hand = hands[(leader + i) % 4]
        follow = [card for card in hand if table and card >> 4 == table[0] >> 4]
        table.append(rng.choice(follow or hand))
        hand.remove(table[-1])
    north, east, south, west = map(word_of, hands)
    return Deal((north, east, south, west)), rng.randrange(5), leader, tuple(table)


def compare_endings(dds: Dds, count: int, seed: int, lines: list[str]) -> None:
    """Compare endings of each length, card by card."""
    rng, solver = random.Random(seed), Solver()
    shown = Table([("cards", 5), ("counterplay, ms", 9), ("DDS, ms", 9), ("equal", 12)])
    for length in LENGTHS:
        ours = theirs = 0.0
        number, equal = count // len(LENGTHS) + 1, 0
        for _ in range(number):
            deal, trump, leader, table = ending(rng, length)
            started = time.process_time()
            north_south = solver.scores(deal.hands, trump, leader, table)
            between = time.process_time()
            expected = dds.scores(str(deal), trump, leader, table)
            theirs += time.process_time() - between
            ours += between - started
            is_north_south = (leader + len(table)) % 2 == 0
            found = {c: n if is_north_south else length - n for c, n in north_south.items()}
            equal += all(found[card] == tricks for card, tricks in expected.items())
            played = " ".join(map(card_text, table)) or "-"
            cards = " ".join(f"{card_text(c)}={n}" for c, n in sorted(expected.items()))
            lines.append(f"{deal}; {DENOMINATIONS[trump]} {SEATS[leader]}; {played}; {cards}")
        each = [f"{1e3 * seconds / number:.2f}" for seconds in (ours, theirs)]
        shown.row([str(length), *each, f"{equal} of {number}"])


def compare_deals(dds: Dds, count: int, seed: int) -> None:
    """Compare the tricks of whole deals, each with one denomination and one leader."""
    rng, solver = random.Random(seed), Solver()
    ours = theirs = 0.0
    equal = 0
    for i in range(count):
        deal, trump, leader = whole_deal(rng), i % 5, rng.randrange(4)
        started = time.process_time()
        found = solver.tricks(deal.hands, trump, leader)
        between = time.process_time()
        expected = dds.tricks(str(deal), trump, leader)
        theirs += time.process_time() - between
        ours += between - started
        equal += (found if leader % 2 == 0 else 13 - found) == expected
    columns = [("deals", 5), ("counterplay, ms", 9), ("DDS, ms", 9), ("equal", 12), ("ratio", 5)]
    each = [f"{1e3 * seconds / count:.0f}" for seconds in (ours, theirs)]
    Table(columns).row([str(count), *each, f"{equal} of {count}", f"{ours / theirs:.1f}"])


def whole_deal(rng: random.Random) -> Deal:
    north, east, south, west = map(word_of, dealt(rng, 13))
    return Deal((north, east, south, west))


def table_lines(dds: Dds, count: int, seed: int) -> list[str]:
    """Deals with the tricks of all declarers, as DDS says."""
    rng = random.Random(seed)
    deals = [str(whole_deal(rng)) for _ in range(count)]
    return [f"{deal}; {' '.join(str(n) for row in dds.table(deal) for n in row)}" for deal in deals]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--dds", type=Path, required=True, metavar="LIBRARY", help="DDS as a shared library")
    add("--endings", type=int, default=1000, metavar="N")
    add("--deals", type=int, default=100, metavar="N")
    add("--seed", type=int, default=1)
    add("--write", type=Path, metavar="FILE", help="write what DDS says")
    given = parser.parse_args()
    dds, lines = Dds(given.dds), list[str]()
    compare_endings(dds, given.endings, given.seed, lines)
    compare_deals(dds, given.deals, given.seed)
    if given.write:
        lines += table_lines(dds, WRITTEN_TABLES, given.seed)
        given.write.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
