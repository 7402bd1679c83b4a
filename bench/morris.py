"""Nine men's morris, solved: tables of the moving phase on a GPU, then the placing phase by search.

bench/morris.py --threads 16 --memory 40000 --seconds 400 --json morris.json

All tables are solved and kept in memory; then an exact search goes through the placing phase, and
finds every position in which all stones are placed in them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

from tables_gpu import Timed, figures, save

import counterplay as cp
from counterplay.core.game.tablebase_codec import narrow, widen
from counterplay.tablebase.catalogue import build_order, table_name, tables_below, tables_named
from counterplay.tablebase.retrograde.solve import Solver

PLACING = 18


def solved(game: cp.Game, names: str, report: dict[str, Any], path: Path | None) -> dict[int, Any]:
    """The codes of all tables, as narrow as they can be."""
    gpu = Timed(game)
    solver = Solver(game, "end", gpu)
    known: dict[int, Any] = {}
    for t in build_order(game, tables_named(game, names)):
        codes = solver.solve(t, {other: widen(known[other]) for other in tables_below(game, t)})
        row = {"name": table_name(game, t), **figures(gpu.counted)}
        row["seconds"] = gpu.solved - gpu.laid_out
        print(row, flush=True)
        report["tables"].append(row)
        known[t] = narrow(codes)
        if path is not None:
            save(report, path)
    return known


def opening(known: dict[int, Any], given: argparse.Namespace) -> dict[str, Any]:
    """What the start is worth, by a search through the placing phase."""
    game = cp.load("nine_mens_morris", claims=False)
    endgames = cp.ProbeTables(game, known)
    started = time.perf_counter()

    def show(found: cp.Result) -> None:
        seconds = time.perf_counter() - started
        print(f"{seconds:7.1f} s  {found}  {found.nodes:,} nodes", flush=True)

    found = cp.search(
        game, time=given.seconds, exact=True, tables=endgames,
        threads=given.threads, memory=given.memory, symmetry_plies=PLACING, report=show,
    )  # fmt: skip
    return {
        "value": found.value, "kind": found.kind, "outcome": found.outcome, "depth": found.depth,
        "nodes": found.nodes, "seconds": time.perf_counter() - started,
        "line": list(found.line_text), "source": found.source,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--tables", default="all", help="which tables (all)")
    add("--threads", type=int, default=16, metavar="N", help="threads of the search (16)")
    add("--memory", type=int, default=40_000, metavar="MB", help="its table (40000)")
    add("--seconds", type=float, default=400, metavar="N", help="how long to search (400)")
    add("--json", type=Path, metavar="FILE", help="write the figures to this file, as they come")
    given = parser.parse_args()
    report: dict[str, Any] = {"tables": []}
    began = time.perf_counter()
    known = solved(cp.load("nine_mens_morris"), given.tables, report, given.json)
    report["table_seconds"] = time.perf_counter() - began
    print(f"all tables after {report['table_seconds']:.1f} s", flush=True)
    report["opening"] = opening(known, given)
    print(report["opening"])
    if given.json:
        save(report, given.json)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
