"""Perft of chess beside Stockfish's `go perft`: CPU time, by turns, the best of several.

bench/chess_perft.py --stockfish /usr/games/stockfish

Both list the legal moves of every position but the last ones, and count those. Stockfish's time is
that of its process, less that of one which counts a single ply: what it takes to begin.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from table import Table

import counterplay as cp

POSITIONS = {
    "start": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    "Kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    "rooks and pawns": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    "promotions": ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 6),
}


def ours(game: cp.Game, fen: str, depth: int) -> tuple[int, float]:
    """The count, and seconds of CPU time."""
    position = game.position(fen)
    started = time.process_time()
    count = cp.perft(game, position, depth=depth)
    return count, time.process_time() - started


def run_stockfish(program: str, fen: str, depth: int) -> tuple[int, float]:
    """What `go perft` counts, and the CPU time of the whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert engine.stdin is not None and engine.stdout is not None
    engine.stdin.write(f"position fen {fen}\ngo perft {depth}\n")
    engine.stdin.flush()
    count = None
    for line in engine.stdout:
        found = re.match(r"Nodes searched: (\d+)", line)
        if found:
            count = int(found[1])
            break
    engine.communicate("quit\n")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if count is None:
        sys.exit(f"{program} gave no count for {fen}: is it Stockfish?")
    return count, spent


def theirs(program: str, fen: str, depth: int) -> tuple[int, float]:
    _, idle = run_stockfish(program, fen, 1)
    count, spent = run_stockfish(program, fen, depth)
    return count, max(spent - idle, 1e-3)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stockfish", default=shutil.which("stockfish") or "/usr/games/stockfish")
    parser.add_argument("--turns", type=int, default=5, metavar="N", help="runs of each side (5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    given = parser.parse_args()
    if not Path(given.stockfish).exists():
        sys.exit(f"there is no program {given.stockfish}: name one with --stockfish")
    game = cp.load("chess")
    cp.perft(game, depth=2)  # compiled before the clock runs
    columns = [("position", 15), ("plies", 5), ("count", 13), ("Mnodes/s", 8), ("Stockfish", 9)]
    table = Table([*columns, ("ratio", 6)])
    ratios = {}
    for name, (fen, depth) in POSITIONS.items():
        best = [math.inf, math.inf]
        for _ in range(given.turns):
            count, seconds = ours(game, fen, depth)
            other, spent = theirs(given.stockfish, fen, depth)
            if count != other:
                sys.exit(f"{name}: {count} here, {other} there")
            best = [min(best[0], seconds), min(best[1], spent)]
        rates = [count / seconds / 1e6 for seconds in best]
        ratios[name] = rates[0] / rates[1]
        table.row([name, f"{depth}", f"{count:,}", f"{rates[0]:.0f}", f"{rates[1]:.0f}",
                   f"{ratios[name]:.2f}x"])  # fmt: skip
    mean = math.exp(sum(map(math.log, ratios.values())) / len(ratios))
    table.row(["geometric mean", "", "", "", "", f"{mean:.2f}x"])
    if given.json:
        given.json.write_text(json.dumps({**ratios, "mean": mean}, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
