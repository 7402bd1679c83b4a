"""Endgame tables of chess on the CPU, beside rtbgen of syzygy1/tb.

bench/tables.py KRK KQK KBNK KQKR KPK --rtbgen tb/src/rtbgen

Both sides build one table at a time by one thread, with those that it leads to at hand: here
distances to mate and to progress, packed by zstd; there outcomes and distances to zeroing,
compressed. CPU time, after compilation. rtbgen builds tables without pawns alone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from table import Table

import counterplay as cp
from counterplay.tablebase.catalogue import build_order, table_name, tables_below, tables_named
from counterplay.tablebase.plan import path_of


def ours(game: cp.Game, t: int, folder: Path, threads: int) -> float:
    """Seconds of CPU time for both metrics of a table; those below it are there."""
    started = time.process_time()
    for metric in ("end", "progress"):
        cp.build_tablebase(
            game,
            table_name(game, t),
            folder=folder,
            metrics=(metric,),
            threads=threads,
            packing="zstd",
        )
    return time.process_time() - started


def theirs(program: Path, name: str, folder: Path) -> float:
    """Seconds of CPU time that rtbgen takes in a folder that has what it needs."""
    before = os.times()
    subprocess.run(
        [program.resolve(), "-t", "1", name], cwd=folder, check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "RTBWDIR": ".", "RTBZDIR": "."},
    )  # fmt: skip
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("names", nargs="*", default=["KRK", "KQK", "KBNK", "KQKR", "KPK"], help="which tables")
    add("--rtbgen", type=Path, metavar="PROGRAM", help="rtbgen, to be compared with")
    add("--threads", type=int, default=1, metavar="N", help="our threads (1)")
    add(
        "--turns",
        type=int,
        default=3,
        metavar="N",
        help="how often each is built (3); the best counts",
    )
    given = parser.parse_args()
    game = cp.load("chess")
    home = Path(tempfile.mkdtemp())
    cp.build_tablebase(game, "KQK", folder=home / "warm", metrics=("end", "progress"))  # compile
    table = Table([("table", 8), ("positions", 12), ("bytes", 10), ("seconds", 8), ("rtbgen", 8),
                   ("ratio", 6)])  # fmt: skip
    for name in given.names:
        t = tables_named(game, name)[0]
        shown = table_name(game, t)
        needed = [table_name(game, o) for o in build_order(game, tables_below(game, t))]
        folder, other = home / f"{name} ours", home / f"{name} theirs"
        other.mkdir()
        if needed:
            cp.build_tablebase(game, *needed, folder=folder, metrics=("end", "progress"))
        can_compare = given.rtbgen is not None and "P" not in shown
        if can_compare:
            for each in needed:
                theirs(given.rtbgen, each, other)
        best = [float("inf"), float("inf")]
        for _ in range(given.turns):
            for metric in ("end", "progress"):
                path_of(game, folder, t, metric).unlink(missing_ok=True)
            best[0] = min(best[0], ours(game, t, folder, given.threads))
            if can_compare:
                best[1] = min(best[1], theirs(given.rtbgen, shown, other))
        made = cp.Tablebase(game, folder).about(t, "end")
        positions = made["won"] + made["drawn"] + made["lost"]
        size = sum(path_of(game, folder, t, m).stat().st_size for m in ("end", "progress"))
        table.row([shown, f"{positions:,}", f"{size:,}", f"{best[0]:.2f}",
                   f"{best[1]:.2f}" if can_compare else "", f"{best[0] / best[1]:.2f}x"
                   if can_compare else ""])  # fmt: skip
    shutil.rmtree(home)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
