"""Bearoff figures of GNU Backgammon, for the tests: writes `bearoff.json`.

python tests/data/make_bearoff.py MEANS

It needs `makebearoff` and `gnubg` (the Debian package gnubg, version 1.07). MEANS is a CSV file
with the expected rolls of every position, from an independent solver, in lines such as
`0 2 0 0 0 0,1.2777777778`.

    expected_rolls   [checkers on the points 1 to 6, expected rolls]
    pairs            [side to roll, other side, equities without the cube, with it owned, centred
                     and theirs], from `makebearoff -t 6x6`. Where it may double, GNU Backgammon
                     stores the equity without a double; the double is added here.
    races            [side to roll, other side, chances to win, win a gammon, lose a gammon], with
                     three decimals, by the static evaluation of `gnubg`
"""

from __future__ import annotations

import base64
import csv
import gzip
import json
import random
import re
import subprocess
import sys
import tempfile
from math import comb
from pathlib import Path

import numpy as np

HEADER = 40
SIDE = comb(12, 6)
Counts = list[int]


def random_counts(rng: random.Random, checkers: int) -> Counts:
    points = [rng.randrange(6) for _ in range(checkers)]
    return [points.count(p) for p in range(6)]


def number(counts: Counts) -> int:
    """GNU Backgammon's number of a position: its rank among the choices of 6 of 12 places."""
    tails = [sum(counts[p:]) for p in range(6)]
    return sum(comb(t + 5 - p, 6 - p) for p, t in enumerate(tails))


def two_sided(rng: random.Random) -> list[list[object]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs.bd"
        subprocess.run(["makebearoff", "-t", "6x6", "-f", path], check=True, capture_output=True)
        stored = np.fromfile(path, "<u2", offset=HEADER).reshape(SIDE, SIDE, 4) / 65535 * 2 - 1
    rows: list[list[object]] = []
    for _ in range(400):
        mine, theirs = (random_counts(rng, rng.randint(1, 6)) for _ in range(2))
        cubeless, owned, centred, other = stored[number(mine), number(theirs)]
        double = min(1.0, 2 * other)
        best = (cubeless, max(owned, double), max(centred, double), other)
        rows.append([mine, theirs, [round(float(e), 5) for e in best]])
    return rows


def position_id(mine: Counts, theirs: Counts) -> str:
    bits = ""
    for counts in (theirs, mine):
        bits += "".join("1" * n + "0" for n in [*counts, *[0] * 19])
    raw = bytes(int(bits[i : i + 8].ljust(8, "0")[::-1], 2) for i in range(0, 80, 8))
    return base64.b64encode(raw).decode()[:14]


def races(rng: random.Random) -> list[list[object]]:
    pairs = [
        (random_counts(rng, 15), random_counts(rng, rng.choice((1, 2, 4, 15)))) for _ in range(40)
    ]
    pairs += [(theirs, mine) for mine, theirs in pairs[:20]]
    lines = ["new game", "set player 0 human", "set player 1 human", "set turn 1"]
    for mine, theirs in pairs:
        lines += [f"set board {position_id(mine, theirs)}", "eval"]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join([*lines, ""]))
        file.flush()
        command = ["gnubg", "-t", "-q", "-c", file.name]
        text = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        ).stdout
    found = re.findall(r"static:\s+(\S+)\s+(\S+)\s+\S+\s+(\S+)", text)
    assert len(found) == len(pairs), f"{len(found)} evaluations of {len(pairs)} positions"
    return [[*pair, [float(x) for x in row]] for pair, row in zip(pairs, found, strict=True)]


def expected_rolls(rng: random.Random, path: Path) -> list[list[object]]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
        rows = list(csv.reader(file))[1:]
    chosen = rng.sample(rows, 400)
    return [[[int(n) for n in counts.split()], float(mean)] for counts, mean in chosen]


def main() -> None:
    rng = random.Random(15)
    figures = {
        "expected_rolls": expected_rolls(rng, Path(sys.argv[1])),
        "pairs": two_sided(rng),
        "races": races(rng),
    }
    lines = [
        f'"{name}": [\n' + ",\n".join(json.dumps(row) for row in rows) + "\n]"
        for name, rows in figures.items()
    ]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    Path(__file__).with_name("bearoff.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
