"""Solve Connect Four on small boards: positions a second, bytes a position, and published answers.

bench/solve.py --threads 2
bench/solve.py --boards 5x5,6x4 --threads 2 --memory 8000

A position and its image in the mirror are kept once. John Tromp counted the positions of each board
(https://tromp.github.io/c4/c4.html); those here, each with its image, must be as many.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.tablebase.reachable.solve import KERNEL, explore

POSITIONS = {
    "4x4": (161_029, "draw"),
    "4x5": (1_706_255, "draw"),
    "5x4": (3_945_711, "draw"),
    "5x5": (69_763_700, "draw"),
    "6x4": (94_910_577, "loss"),
}
"""Width by height: positions, and what the first player gets."""


def images(states: Any, width: int, height: int) -> int:
    """How many positions the states stand for: two each, but those that are their own image."""
    column = np.uint64((1 << (height + 1)) - 1)
    alone = np.ones(len(states), bool)
    for part in ("mine", "mask"):
        word = states[part]
        turned = np.zeros_like(word)
        for c in range(width):
            discs = word >> np.uint64(c * (height + 1)) & column
            turned |= discs << np.uint64((width - 1 - c) * (height + 1))
        alone &= turned == word
    return 2 * len(states) - int(alone.sum())


def peak_memory() -> int:
    """The most that this process has used since it was last asked to forget it, in bytes."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return 1024 * int(status.split("VmHWM:")[1].split()[0])


def forget_peak() -> int:
    """Begin anew; what is used now, in bytes."""
    Path("/proc/self/clear_refs").write_text("5", encoding="utf-8")
    return peak_memory()


def solve(board: str, threads: int, memory: int) -> dict[str, Any]:
    width, height = map(int, board.split("x"))
    game = cp.load("connect_four", width=width, height=height)
    bind(game, KERNEL)
    before = forget_peak()
    wall, used = time.perf_counter(), time.process_time()
    found = explore(game, threads=threads, memory=memory)
    wall, used = time.perf_counter() - wall, time.process_time() - used
    each = (peak_memory() - before) / len(found.states)
    count, expected = images(found.states, width, height), POSITIONS.get(board)
    answer = cp.Solution(game, found.states, found.values).value()
    right = expected is None or (count, answer.outcome) == expected
    print(
        f"{board}: {answer.outcome}, {count:,} positions, {len(found.states):,} kept; "
        f"{wall:.1f} s, {used:.1f} s CPU, {len(found.states) / wall / 1e6:.2f} million a second, "
        f"{each:.1f} bytes each at the most" + ("" if right else f"; {expected} EXPECTED")
    )
    return {"board": board, "kept": len(found.states), "seconds": wall, "right": right}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", default="4x4,5x4", metavar="WxH,…")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--memory", type=int, default=4000, metavar="MB")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args()
    figures = [solve(board, given.threads, given.memory) for board in given.boards.split(",")]
    if given.json:
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if not all(figure["right"] for figure in figures):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
