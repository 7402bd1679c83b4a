"""Perft suites of chess: files of lines `FEN ;D1 20 ;D2 400 …`, or of `epd FEN` and lines
`perft 2 400` below it; every count compared.

bench/chess_suites.py standard.epd chess960.epd --most 100000000

Counts above --most are left out. It ends with exit code 1 where a count differs.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

import counterplay as cp

COUNT = re.compile(r"D(\d+)[ :]+(\d+)")


def cases(path: Path) -> list[tuple[str, dict[int, int]]]:
    """The positions of a file, each with its counts by depth."""
    found: list[tuple[str, dict[int, int]]] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        word, _, value = line.strip().partition(" ")
        if word == "epd":
            found.append((value.strip(), {}))
        elif word == "perft":
            depth, count = value.split()
            found[-1][1][int(depth)] = int(count)
        fen, semicolon, rest = line.partition(";")
        counts = {int(depth): int(count) for depth, count in COUNT.findall(rest)}
        if semicolon and counts:
            found.append((fen.strip(), counts))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=10**8, metavar="N", help="largest count (1e8)")
    given = parser.parse_args()
    game, wrong = cp.load("chess"), 0
    for path in given.files:
        started, counted, checked = time.process_time(), 0, 0
        suite = cases(path)
        for fen, counts in suite:
            for depth, count in counts.items():
                if count > given.most:
                    continue
                found = cp.perft(game, game.position(fen), depth=depth)
                counted, checked = counted + found, checked + 1
                if found != count:
                    wrong += 1
                    print(f"{fen}: depth {depth}: {found} here, {count} there")
        seconds = time.process_time() - started
        print(
            f"{path.name}: {len(suite):,} positions, {checked:,} counts, {counted:,} nodes, "
            f"{seconds:.0f} s, {wrong} wrong",
            flush=True,
        )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
