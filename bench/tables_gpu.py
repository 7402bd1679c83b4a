"""Solve tables of a game on a GPU: how long each takes, and what is in it.

bench/tables_gpu.py nine_mens_morris all --json morris.json
bench/tables_gpu.py checkers 2-6 --most-seconds 600
bench/tables_gpu.py chess 3-4 --compare TABLES
bench/tables_gpu.py chess KRNKNN --most-pieces 6 --position "6N1/5KR1/2n5/8/8/8/2n5/1k6 w - -"

Times are of solving alone, with all that is compiled at hand and all that is needed on the GPU;
what bringing it there and back takes is given beside. The floor is the time in which the GPU could
write the codes of a table once and read them once, by how fast it copies memory in the same run.
Won, drawn and lost are for the side to move. The hash is the SHA-256 of the codes, two bytes each,
the lower first.

Chess has endings of up to five pieces. --most-pieces 6 raises that for this run: the position index
also fits six pieces of which at most three are pawns, and at most three of a kind are of one side.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from table import Table

import counterplay as cp
from counterplay.core.compile.cuda.target import IS_SIMULATED, cuda
from counterplay.core.game.contract import PLACES
from counterplay.core.game.tablebase_codec import (
    DRAW,
    NO_STATE,
    Codes,
    outcome_of_code,
    plies_of_code,
)
from counterplay.games.chess import endgame_index, endgame_names
from counterplay.tablebase.catalogue import build_order, table_name, tables_below, tables_named
from counterplay.tablebase.plan import path_of
from counterplay.tablebase.retrograde.gpu import REGISTERS, Gpu
from counterplay.tablebase.retrograde.solve import Solver
from counterplay.tablebase.store.endgame_table import open_table

LEAST = NO_STATE
"""The smallest code."""


class Timed(Gpu):
    """Knows when all was laid out, and when it was solved."""

    def lay_out(self, values: Codes, directory: Any) -> None:
        super().lay_out(values, directory)
        self.wait()
        self.laid_out = time.perf_counter()

    def codes(self, start: int, size: int) -> Codes:
        self.wait()
        self.solved = time.perf_counter()
        self.counted = self.counts(start, size)
        return super().codes(start, size)


def bandwidth(count: int) -> float:
    """Bytes a second that the GPU reads and writes when it copies so many bytes."""
    one, other = cuda.device_array(count, np.uint8), cuda.device_array(count, np.uint8)
    best = 0.0
    for _ in range(2 if IS_SIMULATED else 6):
        cuda.synchronize()
        started = time.perf_counter()
        for _ in range(4):
            other.copy_to_device(one)
        cuda.synchronize()
        best = max(best, 8 * count / (time.perf_counter() - started))
    return best


def figures(counted: Any) -> dict[str, int]:
    """What the codes say, by how many places have each."""
    won, lost = counted[DRAW + 1 - LEAST :], counted[1:-LEAST][::-1]
    return {
        "places": int(counted.sum()),
        "positions": int(counted[1:].sum()),
        "won": int(won.sum()),
        "drawn": int(counted[DRAW - LEAST]),
        "lost": int(lost.sum()),
        "longest_win": int(np.flatnonzero(won)[-1]) if won.any() else 0,
        "longest_loss": int(np.flatnonzero(lost)[-1]) if lost.any() else 0,
    }


def allow_pieces(most: int) -> None:
    """Let endings of chess have more pieces, before any rule is compiled."""
    endgame_index.MOST_PIECES = endgame_names.MOST_PIECES = most


def position_text(game: cp.Game, index: int) -> str:
    return str(game.show_position(game.ask("state", index)))


def value_text(code: int) -> str:
    if code == DRAW:
        return "draw"
    return f"{outcome_of_code(code)} in {plies_of_code(code)} plies"


def wrong_position(game: cp.Game, solver: Solver, t: int, codes: Codes, below: Any) -> str | None:
    """A position whose code contradicts its successors; None if all agree."""
    offset = solver.wrong_offset(t, codes, below)
    return None if offset is None else position_text(game, t * PLACES + offset)


def run(given: argparse.Namespace) -> dict[str, Any]:
    started = time.perf_counter()
    if given.most_pieces:
        allow_pieces(given.most_pieces)
    game = cp.load(given.game)
    asked = {text: int(game.ask("index", game.position(text).state))
             for text in given.position}  # fmt: skip
    wanted = [t for names in given.names for t in tables_named(game, names)]
    order = build_order(game, wanted)
    speed = bandwidth(1 << 16 if IS_SIMULATED else 1 << 30)
    gpu = Timed(game, given.registers)
    solver = Solver(game, given.metric, gpu)
    began = time.perf_counter()
    solver.solve(order[0], {})
    compiled = time.perf_counter() - began
    report: dict[str, Any] = {
        "game": game.name,
        "device": "the simulator" if IS_SIMULATED else str(cuda.get_current_device().name),
        "metric": given.metric,
        "registers": given.registers,
        "compile_seconds": compiled,
        "bandwidth": speed,
        "tables": [],
        "left": [table_name(game, t) for t in order],
    }
    print(f"{report['device']}: copies {speed / 1e9:,.0f} GB/s; {compiled:.1f} s until the first "
          f"table was solved, compilation included; {len(order)} tables")  # fmt: skip
    table = Table(
        [("table", 10), ("places", 14), ("positions", 14), ("won", 13), ("drawn", 13),
         ("lost", 13), ("plies", 5), ("seconds", 8), ("M/s", 7), ("floor", 8), ("× floor", 7),
         ("moved", 6), ("SHA-256", 16), ("same", 4)]
    )  # fmt: skip
    known: dict[int, Codes] = {}
    for n, t in enumerate(order):
        if given.most_seconds and time.perf_counter() - started > given.most_seconds:
            print(f"no time left: {len(order) - n} tables were not begun")
            break
        began = time.perf_counter()
        below = {other: known[other] for other in tables_below(game, t)}
        codes = solver.solve(t, below)
        row = {"name": table_name(game, t), **figures(gpu.counted)}
        row["seconds"] = gpu.solved - gpu.laid_out
        row["moving_seconds"] = time.perf_counter() - began - row["seconds"]
        row["floor_seconds"] = 4 * row["places"] / speed
        row["sha256"] = hashlib.sha256(codes.astype("<i2", copy=False).data).hexdigest()
        row["is_same"] = is_same(game, t, codes, given)
        if row["longest_win"]:
            row["longest"] = position_text(game, t * PLACES + int(codes.argmax()))
        show(table, row)
        for text, index in asked.items():
            if index // PLACES == t:
                row.setdefault("asked", {})[text] = value_text(int(codes[index % PLACES]))
                print(f"{text}: {row['asked'][text]}")
        report["tables"].append(row)
        report["left"].pop(0)
        if given.json:
            save(report, given.json)
        if t in wanted:
            print(f"longest win: {row.get('longest')}")
            if given.verify:
                began = time.perf_counter()
                row["wrong"] = wrong_position(game, solver, t, codes, below)
                row["verify_seconds"] = time.perf_counter() - began
                found = row["wrong"] or "all codes agree with their successors"
                print(f"verified: {found}, {row['verify_seconds']:.1f} s")
        needed = {other for later in order[n + 1 :] for other in tables_below(game, later)}
        known = {k: held for k, held in (known | {t: codes}).items() if k in needed}
    total = {key: sum(row[key] for row in report["tables"])
             for key in ("places", "positions", "won", "drawn", "lost", "seconds",
                         "moving_seconds", "floor_seconds")}  # fmt: skip
    total |= {"longest_win": max((row["longest_win"] for row in report["tables"]), default=0)}
    report["total"] = total
    report["wall_seconds"] = time.perf_counter() - started
    show(table, {"name": "all", **total, "sha256": "", "is_same": None})
    print(f"{report['wall_seconds']:.1f} seconds in all, with loading, compiling and hashing")
    if given.json:
        save(report, given.json)
    return report


def is_same(game: cp.Game, t: int, codes: Codes, given: argparse.Namespace) -> bool | None:
    """Whether a folder has the same table; None where it has none."""
    path = None if given.compare is None else path_of(game, given.compare, t, given.metric)
    if path is None or not path.exists():
        return None
    return open_table(game, path).codes().tobytes() == codes.tobytes()


def show(table: Table, row: dict[str, Any]) -> None:
    seconds, floor = row["seconds"], row["floor_seconds"]
    sameness = {None: "", True: "yes", False: "NO"}[row["is_same"]]
    table.row(
        [row["name"], *(f"{row[key]:,}" for key in ("places", "positions", "won", "drawn", "lost")),
         str(row["longest_win"]), f"{seconds:.3f}", f"{row['positions'] / seconds / 1e6:,.1f}"
         if seconds else "", f"{floor:.5f}", f"{seconds / floor:,.0f}" if floor else "",
         f"{row['moving_seconds']:.1f}", row["sha256"][:16], sameness]
    )  # fmt: skip


def save(report: dict[str, Any], path: Path) -> None:
    """Write the figures so far; whoever reads the file finds it whole."""
    unfinished = path.with_suffix(".part")
    unfinished.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    unfinished.replace(path)


def arguments_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("game", help="its name, or the path of its file")
    add("names", nargs="+", help="tables, as `counterplay table build` takes them")
    add("--metric", choices=("end", "progress"), default="end", help="what distances are to (end)")
    add("--registers", type=int, default=REGISTERS, help=f"for each thread ({REGISTERS})")
    add("--compare", type=Path, metavar="FOLDER", help="tables that these must be equal to")
    add("--most-pieces", type=int, metavar="N", help="of endings of chess (5)")
    add("--position", action="append", default=[], metavar="TEXT", help="print its value, too")
    add("--verify", action="store_true", help="compare the named tables with their successors")
    add("--most-seconds", type=float, metavar="N", help="begin no table after so many seconds")
    add("--json", type=Path, metavar="FILE", help="write the figures to this file, as they come")
    return parser.parse_args()


def main() -> int:
    report = run(arguments_given())
    wrong = [row for row in report["tables"] if row["is_same"] is False or row.get("wrong")]
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
