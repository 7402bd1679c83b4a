"""Edax without evaluation: the Othello program, its weights zeroed, solving one endgame a run.

Its search then has the same to go by as one that knows the rules alone. The weights are written
here, so the program needs no file of its own. Format: src/eval.c of Edax 4.6.
"""

from __future__ import annotations

import re
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MAGIC = (0x45444158, 0x4556414C)  # EDAX, EVAL
VERSION = (3, 2, 5)
PLIES, WEIGHTS_A_PLY = 61, 114_364

SETTINGS = ("-l", "60", "-n", "1", "-book-usage", "off")
NO_PROBCUT = ("-probcut-d", "100")  # deeper than any endgame

ANSWER = re.compile(r"^\s*1\|\s*\d+\s+([+-]\d+)\s", re.MULTILINE)
TOTALS = re.compile(r"(\d+) nodes in .*\(cpu =\s*([\d:.]+)")


@dataclass(frozen=True)
class Solved:
    """A final disc difference, None where it was not found, and what the search took."""

    score: int | None
    nodes: int
    seconds: float


class Edax:
    """An executable of Edax, run in `folder`, where its weights are written."""

    def __init__(self, executable: Path, folder: Path, settings: tuple[str, ...] = ()) -> None:
        self.executable, self.folder, self.settings = executable.resolve(), folder, settings
        if not self.executable.is_file():
            sys.exit(f"{executable} is not there: give the executable that Edax's makefile built")
        write_zero_weights(folder / "data" / "eval.dat")

    def solve(self, position: str) -> Solved:
        """Solve a position, 64 squares and the side to move; CPU time as Edax measures it."""
        (self.folder / "problem.obf").write_text(f"{position};\n", encoding="ascii")
        run = subprocess.run(
            [self.executable, "-solve", "problem.obf", *SETTINGS, *self.settings],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        answer, totals = ANSWER.search(run.stdout), TOTALS.search(run.stdout)
        if run.returncode or not answer or not totals:
            sys.exit(f"Edax gave no answer for {position}:\n{run.stdout}{run.stderr}")
        return Solved(int(answer[1]), int(totals[1]), seconds_of(totals[2]))


def seconds_of(clock: str) -> float:
    """Edax's way to write a time: 1:02.345, with hours and days before that."""
    seconds = 0.0
    for part, unit in zip(reversed(clock.split(":")), (1, 60, 3600, 86400), strict=False):
        seconds += unit * float(part)
    return seconds


def write_zero_weights(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    header = struct.pack("<5Id", *MAGIC, *VERSION, 0.0)
    path.write_bytes(header + bytes(2 * PLIES * WEIGHTS_A_PLY))
