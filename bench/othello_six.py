"""Othello on six by six squares from its start, to the end.

Feinstein (1993): the second player wins by 4, 20 to 16, after a search of some 40 thousand million
positions. Each line below is a window that the engine closed, with what it proved so far; the work
is one exact search like any other, on one thread unless more are asked for.

bench/othello_six.py --memory 4096 --time 7200
bench/othello_six.py --size 4                    lost 3 to 11, two squares empty
"""

from __future__ import annotations

import argparse
import sys
import time

import counterplay as cp
from counterplay.core.game.values import value_and_kind

PUBLISHED = {4: -10, 6: -4}


def arguments_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--size", type=int, default=6, choices=sorted(PUBLISHED), help="squares along a side (6)")
    add("--memory", type=int, default=4096, metavar="MB", help="megabytes of table (4096)")
    add("--threads", type=int, default=1, metavar="N", help="threads (1)")
    add("--time", type=float, default=7200.0, metavar="S", help="seconds at most (7200)")
    return parser.parse_args()


def main() -> None:
    given = arguments_given()
    game = cp.load("othello", size=given.size)
    cp.search(game, depth=1, memory=1)  # compiles
    before = time.process_time()

    def tell(found: cp.Result) -> None:
        cpu = time.process_time() - before
        work = f"{found.nodes:>16,} nodes {cpu:>8,.1f} s CPU {found.nodes / cpu / 1e6:.1f} Mnodes/s"
        print(f"{value_and_kind(found):>22}  {work}", flush=True)

    found = cp.search(
        game, exact=True, memory=given.memory, threads=given.threads, time=given.time, report=tell
    )
    tell(found)
    print(f"{game.facts.names[0]} begins; the line: {' '.join(found.line_text)}")
    if found.kind == "exact" and found.value != PUBLISHED[given.size]:
        sys.exit(f"published: {PUBLISHED[given.size]:+d}")


if __name__ == "__main__":
    main()
