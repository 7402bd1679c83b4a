"""This checkout beside an older one: the same searches in short turns on one core, CPU time.

python bench/beside_release.py OLD              OLD is a checkout of the older version
python bench/beside_release.py OLD --turns 200  more turns for a smaller error

Each version runs in a process of its own, and both on the same core. They take turns of a fraction
of a second, so that a busy machine slows both alike. The ratio is new over old: below 1 is faster.
It is the median over the turns, with its 95 % confidence interval. Node counts must be equal.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from math import sqrt
from pathlib import Path

MEASURE = """
import json, sys, time
import counterplay as cp

make_engine = cp.make_engine if hasattr(cp, "make_engine") else cp.engine  # 0.1

# FFO 40: 20 empties, Black to move wins by 38. Three moves on, the exact search takes 0.3 s.
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
FFO_40_LATER = FFO_40 + " moves a2 b1 c1"

def connect_four():
    game = cp.load("connect_four")
    engine = make_engine(game, memory=8)
    def turn():
        engine.new_game()
        return engine.search(cp.Position.parse(game, "4453"), cp.Limit(depth=15)).nodes
    return turn

def othello_endgame():
    game = cp.load("othello")
    engine = make_engine(game, memory=8, exact=True)
    def turn():
        engine.new_game()
        return engine.search(cp.Position.parse(game, FFO_40_LATER), cp.Limit(time=1000)).nodes
    return turn

def chess_perft():
    game = cp.load("chess")
    return lambda: cp.perft(game, depth=5) + cp.perft(game, KIWIPETE, depth=4)

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

def chess_search():
    game = cp.load("chess")
    engine = make_engine(game, memory=8)
    def turn():
        engine.new_game()
        return engine.search(cp.Position.parse(game, KIWIPETE), cp.Limit(depth=10)).nodes
    return turn

def uct():
    game = cp.load("connect_four")
    engine = make_engine(game, "uct", seed=1)
    def turn():
        engine.new_game()
        return engine.search(cp.Position.parse(game, ""), cp.Limit(nodes=200_000)).nodes
    return turn

measured = globals()[sys.argv[1]]()
measured()  # load, and compile the first time
print("ready", flush=True)
for _ in sys.stdin:
    started = time.process_time()
    count = measured()
    print(json.dumps([int(count), time.process_time() - started]), flush=True)
"""

NAMES = ("connect_four", "othello_endgame", "chess_perft", "chess_search", "uct")
WARM_UP = 5
"""Turns of each version that are not counted."""


class Version:
    """One version of the package, running in its own process."""

    def __init__(self, checkout: Path, name: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", MEASURE, name],
            env={**os.environ, "PYTHONPATH": str(checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "ready", f"{name} does not run in {checkout}"

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def turn(self) -> tuple[int, float]:
        """Nodes and CPU seconds of one turn."""
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        count, seconds = json.loads(self._line())
        return count, seconds

    def close(self) -> None:
        self.process.communicate()


def compare(old: Path, new: Path, name: str, turns: int) -> None:
    versions = Version(old, name), Version(new, name)
    ratios, counts = [], set()
    for number in range(-WARM_UP, turns):
        order = versions if number % 2 == 0 else versions[::-1]
        found = {version: version.turn() for version in order}
        counts |= {count for count, _ in found.values()}
        if number >= 0:
            ratios.append(found[versions[1]][1] / found[versions[0]][1])
    for version in versions:
        version.close()
    low, high = median_interval(ratios)
    ratio = f"{statistics.median(ratios):.3f}  ({low:.3f} to {high:.3f})"
    same = f"{counts.pop():,} nodes in both" if len(counts) == 1 else f"DIFFERENT NODES: {counts}"
    print(f"{name:16} {ratio}  {same}", flush=True)


def median_interval(values: list[float]) -> tuple[float, float]:
    """The 95 % confidence interval of the median, from the order of the values."""
    ordered, half = sorted(values), 0.98 * sqrt(len(values))
    last = len(ordered) - 1
    return ordered[max(0, int(last / 2 - half))], ordered[min(last, int(last / 2 + half + 1))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="a checkout of the older version")
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES)
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    new = Path(__file__).resolve().parents[1]
    for name in given.only:
        compare(given.old.resolve(), new, name, given.turns)


if __name__ == "__main__":
    main()
