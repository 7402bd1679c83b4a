"""Bearoff tables of backgammon: build times, sizes, and differences from other programs' tables.

bench/bearoff.py --checkers 6,8,10 --cube 6 --makebearoff /usr/games/makebearoff --means FILE

CPU time of one thread, after compilation. `makebearoff` of GNU Backgammon builds its one-sided
table and its two-sided table of six checkers, which takes half a minute; every entry is compared.
It has 16-bit numbers, and their rounding adds up. Where it may double, it stores the equity without
a double; the double is added before the comparison. FILE has the expected rolls of all positions,
in lines such as `0 2 0 0 0 0,1.2777777778`, and may be compressed by gzip.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from table import Table

from counterplay.core.compile.functions import compiled
from counterplay.games.backgammon.bearoff import build
from counterplay.games.backgammon.bearoff.lookup import equity
from counterplay.games.backgammon.bearoff.one_sided import MOST_ROLLS
from counterplay.games.backgammon.bearoff.position_index import (
    FIRST_FULL,
    POSITIONS,
    home_of,
    index_of,
    positions,
)
from counterplay.games.backgammon.bearoff.tables import NO_TABLES, Tables, equity_of
from counterplay.games.backgammon.bearoff.two_sided import CUBELESS, THEIRS

HEADER, GNUBG_CHECKERS, GNUBG_WIDTH, MANY = 40, 6, 32, 1_000_000
CUBES = ("without the cube", "owned", "centred", "theirs")


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.process_time()
    found = work()
    return time.process_time() - started, found


def gnubg(program: str, *options: str) -> Any:
    """The numbers of a table that GNU Backgammon builds, from 0 to 1."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.bd"
        subprocess.run([program, *options, "-f", path], check=True, capture_output=True)
        return np.fromfile(path, "<u2", offset=HEADER) / 65_535


def compare_one_sided(program: str, tables: Tables) -> dict[str, float]:
    theirs = gnubg(program, "-o", "6", "-c").reshape(POSITIONS, 2, GNUBG_WIDTH)
    rolls, first = tables.bearoff_rolls, tables.bearoff_first_rolls
    spread = np.abs(theirs[:, 0] - rolls).max(axis=1)
    numbers = np.arange(MOST_ROLLS, dtype=float)
    means = np.abs(theirs[:, 0] @ numbers - rolls @ numbers)
    return {
        "gnubg: expected rolls": means.max(),
        "gnubg: chance of a number of rolls": spread.max(),
        "gnubg: positions where that differs by 0.0001 or more": int((spread >= 1e-4).sum()),
        "gnubg: chance of a first checker": np.abs(
            theirs[FIRST_FULL:, 1, : first.shape[1]] - first
        ).max(),
    }


def compare_pairs(program: str, pairs: Any) -> dict[str, float]:
    """`pairs` has the stored equities for all four cubes."""
    size = positions(GNUBG_CHECKERS)
    theirs = gnubg(program, "-t", f"6x{GNUBG_CHECKERS}").reshape(size, size, 4) * 2 - 1
    double = np.minimum(1, 2 * theirs[..., THEIRS])
    found = {}
    for cube, name in enumerate(CUBES):
        equities = theirs[..., cube]
        if cube not in (CUBELESS, THEIRS):
            equities = np.maximum(equities, double)
        found[f"gnubg: equity {name}"] = np.abs(equities - equity_of(pairs[cube].T))[1:, 1:].max()
    return found


def compare_means(path: Path, means: Any) -> float:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        rows = list(csv.reader(file))[1:]
    numbers = [index_of(sum(int(n) << 4 * p for p, n in enumerate(c.split()))) for c, _ in rows]
    assert sorted(numbers) == list(range(POSITIONS))
    return float(np.abs(means[numbers] - [float(mean) for _, mean in rows]).max())


def one_sided_error(tables: Tables, pairs: Any) -> tuple[float, float]:
    """How far equities from distributions are from exact ones: on average, and at most."""
    native, rng = compiled(equity), random.Random(1)
    size, errors = len(pairs), []
    for _ in range(MANY // 10):
        i, j = rng.randrange(1, size), rng.randrange(1, size)
        errors.append(abs(native(home_of(i), home_of(j), tables) - equity_of(pairs[j, i])))
    return float(np.mean(errors)), max(errors)


def add_equities(homes: Any, tables: Tables) -> float:
    """The sum of MANY equities."""
    total, count = 0.0, len(homes)
    for k in range(MANY):
        total += equity(homes[k % count], homes[(7 * k + 1) % count], tables)
    return total


def lookups_a_second(tables: Tables) -> float:
    native, rng = compiled(add_equities), random.Random(2)
    most = len(tables.bearoff_pairs) or POSITIONS
    homes = np.array([home_of(rng.randrange(1, most)) for _ in range(MANY // 100)])
    native(homes, tables)
    return MANY / timed(lambda: native(homes, tables))[0]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--checkers", default="6,8", help="sizes of the two-sided table")
    parser.add_argument("--cube", default="6", help="sizes of the table with the cube")
    parser.add_argument("--makebearoff", help="the program of GNU Backgammon")
    parser.add_argument("--means", type=Path, help="expected rolls of all positions")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    small = build.successors(1)
    build.build_one_sided(*build.successors(15))
    build.build_pairs(*small, 1, 4)

    shown, figures = Table([("table", 24), ("seconds", 8), ("MB", 8)]), {}

    def row(name: str, work: Callable[[], Any]) -> Any:
        seconds, found = timed(work)
        parts = found if isinstance(found, tuple) else (found,)
        megabytes = sum(part.nbytes for part in parts) / 1e6
        shown.row([name, f"{seconds:.2f}", f"{megabytes:.1f}"])
        figures[name] = {"seconds": round(seconds, 3), "megabytes": round(megabytes, 1)}
        return found

    lists = row("successors", lambda: build.successors(15))
    rolls, first = row("one-sided", lambda: build.build_one_sided(*lists))
    pairs, cube = NO_TABLES.bearoff_pairs, NO_TABLES.bearoff_cube
    for n in map(int, given.checkers.split(",")):
        [pairs] = row(f"two-sided, {n}", lambda n=n: build.build_pairs(*lists, n, 1))
    for n in map(int, given.cube.split(",")):
        cube = row(f"with the cube, {n}", lambda n=n: build.build_pairs(*lists, n, 4))

    one_sided = Tables(rolls, first, NO_TABLES.bearoff_pairs, NO_TABLES.bearoff_cube)
    mean, most = one_sided_error(one_sided, pairs)
    differences: dict[str, float] = {
        "equity by distributions, mean": mean,
        "equity by distributions, most": most,
    }
    if given.means:
        means = rolls.astype(np.float64) @ np.arange(MOST_ROLLS)
        differences["expected rolls in FILE"] = compare_means(given.means, means)
    if given.makebearoff:
        size = positions(GNUBG_CHECKERS)
        differences |= compare_one_sided(given.makebearoff, one_sided)
        differences |= compare_pairs(given.makebearoff, cube[:, :size, :size])
    print()
    for name, difference in differences.items():
        print(f"{name:<56} {difference:.3g}")
    rates = {
        "look-ups a second, two-sided": lookups_a_second(one_sided._replace(bearoff_pairs=pairs)),
        "look-ups a second, one-sided": lookups_a_second(one_sided),
    }
    print()
    for name, rate in rates.items():
        print(f"{name:<56} {rate:,.0f}")
    if given.json:
        text = json.dumps({"tables": figures, "differences": differences, **rates}, indent=1)
        given.json.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
