"""Compares tables solved on a GPU with those solved by threads, byte by byte:

    python tests/tablebase/cuda_tables_on_device.py
    python tests/tablebase/cuda_tables_on_device.py chess:3 checkers:2-4 nine_mens_morris:4-4

It also spoils a code of each table, which verifying it has to find. It exits with 1 if anything
differs, with 2 if there is no GPU. The test suite runs it in the CUDA simulator, where it takes the
two small games of the tests.
"""

import argparse
import sys
import time
import warnings
from pathlib import Path

import numpy as np

import counterplay as cp
from counterplay.core.compile.cuda import why_not
from counterplay.core.compile.cuda.target import IS_SIMULATED
from counterplay.core.game.tablebase_codec import DRAW, NO_STATE, Codes
from counterplay.tablebase.catalogue import (
    Metric,
    build_order,
    table_name,
    tables_below,
    tables_named,
)
from counterplay.tablebase.retrograde.gpu import Gpu
from counterplay.tablebase.retrograde.solve import Solver
from counterplay.tablebase.retrograde.threads import Threads

HERE = Path(__file__).parent
SMALL = [f"{HERE / 'chase.py'}:all", f"{HERE.parent / 'conformance' / 'domineering.py'}:all"]


def compared(game: cp.Game, names: str, metric: Metric) -> int:
    """How many tables are not the same from both, or not verified alike."""
    wrong, known = 0, dict[int, Codes]()
    gpu = Gpu(game)
    solvers = [Solver(game, metric, passes) for passes in (gpu, Threads(game, 2))]
    for t in build_order(game, tables_named(game, names)):
        needed = {other: known[other] for other in tables_below(game, t)}
        seconds, found = [], []
        for solver in solvers:
            started = time.perf_counter()
            found.append(solver.solve(t, needed))
            seconds.append(time.perf_counter() - started)
        counts = gpu.counts(sum(map(len, needed.values())), len(found[0]))
        is_same = found[0].tobytes() == found[1].tobytes()
        is_counted = bool(
            (counts == np.bincount(found[1].astype(int) - NO_STATE, None, 65536)).all()
        )
        is_verified = all(s.wrong_offset(t, found[1], needed) is None for s in solvers)
        spoiled = found[1].copy()
        place = int(np.flatnonzero(spoiled != NO_STATE)[-1])
        spoiled[place] = -3 if spoiled[place] == DRAW else DRAW
        places = [solver.wrong_offset(t, spoiled, needed) for solver in solvers]
        is_caught = places[0] == places[1] is not None
        is_fine = is_same and is_counted and is_verified and is_caught
        wrong += not is_fine
        known[t] = found[1]
        print(
            f"{game.name} {table_name(game, t)} to the {metric}: {len(found[0]):,} places in "
            f"{seconds[0]:.3f} seconds, by threads in {seconds[1]:.3f}"
            + ("" if is_fine else f": {is_same=} {is_counted=} {is_verified=} {is_caught=}"),
            flush=True,
        )
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=SMALL, help="game:tables, as in chess:3")
    asked = parser.parse_args()
    if why_not():
        print(why_not())
        return 2
    if IS_SIMULATED:  # words wrap silently in machine code
        warnings.filterwarnings("ignore", "overflow encountered")
    wrong = 0
    for words in asked.games:
        path, _, names = words.rpartition(":")
        game = cp.load(path)
        wrong += compared(game, names, "end")
        if "irreversible" in game.functions and game.name != "checkers":  # men's steps stay
            wrong += compared(game, names, "progress")
    print(f"{wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
