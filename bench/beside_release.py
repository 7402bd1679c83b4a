"""This checkout beside an older one, in one run: the same searches, CPU time, side by side.

python bench/beside_release.py OLD             OLD is a checkout of the older version
python bench/beside_release.py OLD --rounds 8  more rounds for a quieter mean

Every measurement runs in a process of its own. The two versions run at the same time on two cores,
so that a busy machine slows both alike. The ratio is new over old: below 1 is faster. It is the
median over the rounds, with the range of the middle half. Node counts must be equal.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

MEASURE = """
import json, sys, time
import counterplay as cp

# FFO 40: 20 empties, Black to move wins by 38
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"

def connect_four(depth=21):
    return cp.search(cp.load("connect_four"), "4453", depth=depth, memory=64).nodes

def othello_endgame(depth=None):
    limit = {"depth": depth} if depth else {"exact": True, "time": 1000}
    return cp.search(cp.load("othello"), FFO_40, memory=64, **limit).nodes

def chess_perft(depth=7):
    return cp.perft(cp.load("chess"), depth=depth)

def chess_search(depth=17):
    return cp.search(cp.load("chess"), depth=depth, memory=64).nodes

def uct(depth=None):
    nodes = 100 if depth else 2_000_000
    return cp.search(cp.load("connect_four"), method="uct", nodes=nodes, seed=1).nodes

measured = globals()[sys.argv[1]]
measured(1)  # load, and compile the first time
started = time.process_time()
count = measured()
print(json.dumps({"count": int(count), "seconds": time.process_time() - started}))
"""

NAMES = ("connect_four", "othello_endgame", "chess_perft", "chess_search", "uct")


def start(checkout: Path, name: str) -> subprocess.Popen[str]:
    """Begin one measurement in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", MEASURE, name],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        stdout=subprocess.PIPE,
        text=True,
    )


def measure(checkouts: tuple[Path, ...], name: str) -> dict[Path, dict[str, float]]:
    """Nodes and CPU seconds of each checkout, all measured at the same time."""
    running = {checkout: start(checkout, name) for checkout in checkouts}
    return {checkout: json.loads(run.communicate()[0]) for checkout, run in running.items()}


def compare(old: Path, new: Path, name: str, rounds: int) -> None:
    measure((old, new), name)  # compile
    ratios, counts = [], set()
    for number in range(rounds):
        found = measure((old, new) if number % 2 == 0 else (new, old), name)
        ratios.append(found[new]["seconds"] / found[old]["seconds"])
        counts |= {one["count"] for one in found.values()}
    low, middle, high = statistics.quantiles(ratios, n=4)
    same = f"{counts.pop():,} nodes in both" if len(counts) == 1 else f"DIFFERENT NODES: {counts}"
    print(f"{name:16} {middle:.3f}  ({low:.3f} to {high:.3f})  {same}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="a checkout of the older version")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES)
    given = parser.parse_args()
    new = Path(__file__).resolve().parents[1]
    for name in given.only:
        compare(given.old.resolve(), new, name, given.rounds)


if __name__ == "__main__":
    main()
