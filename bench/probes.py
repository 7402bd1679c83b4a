"""Probes of tables a second: random places of one table, raw and packed, one at a time.

bench/probes.py TABLES chess KQKR

TABLES is a folder of tables. A probe is a look-up by number, as `Tablebase` does it for a position;
the file is opened before, and what the system has read of it stays in memory. The packed form is
made in a folder of its own. Bytes are those of the file for each position.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from table import Table

import counterplay as cp
from counterplay.core.table_file import being_written
from counterplay.tablebase.catalogue import table_name, tables_named
from counterplay.tablebase.plan import path_of
from counterplay.tablebase.store.endgame_table import EndgameTable, open_table, write_table

MANY = 200_000


def probes_a_second(table: EndgameTable, seed: int) -> float:
    rng = random.Random(seed)
    drawn = [rng.randrange(len(table)) for _ in range(MANY)]
    table.code(drawn[0])
    started = time.process_time()
    for place in drawn:
        table.code(place)
    return MANY / (time.process_time() - started)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tables", type=Path)
    parser.add_argument("game")
    parser.add_argument("names", nargs="+")
    given = parser.parse_args()
    game = cp.load(given.game)
    shown = Table([("table", 10), ("packing", 8), ("bytes", 6), ("probes/s", 10)])
    for name in given.names:
        for t in tables_named(game, name):
            raw = open_table(game, path_of(game, given.tables, t, "end"))
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "packed.table"
                with being_written(path) as unfinished:
                    write_table(game, t, raw.codes(), unfinished, path, "end", packing="zstd")
                for packing, table in (("raw", raw), ("zstd", open_table(game, path))):
                    states = sum(table.about["counts"].values())
                    size = table.path.stat().st_size / states
                    rate = f"{probes_a_second(table, t):,.0f}"
                    shown.row([table_name(game, t), packing, f"{size:.2f}", rate])
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
