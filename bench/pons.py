"""Pascal Pons' Connect Four solver, compiled from its source and asked over a pipe."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

DRIVER = Path(__file__).with_name("pons_driver.cpp")
FLAGS = ("-O3", "-march=native", "-DNDEBUG", "-std=c++11")
MODES = ("keep", "reset")
"""What becomes of the table from one position to the next; its own program keeps it."""


class Pons:
    """The solver in a process of its own, which lives as long as its table is wanted."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def solve(self, positions: Sequence[str]) -> tuple[list[int], int, float]:
        """The score of each position, columns played from 1 on; nodes and CPU seconds of all."""
        asked, answers = self.process.stdin, self.process.stdout
        assert asked is not None and answers is not None
        asked.write("\n".join([str(len(positions)), *(moves or "-" for moves in positions), ""]))
        asked.flush()
        lines = [answers.readline().split() for _ in positions]
        seconds = answers.readline()
        if not seconds:
            sys.exit("Pons' solver ended before it had answered")
        return [int(score) for score, _ in lines], sum(int(n) for _, n in lines), float(seconds)


@contextmanager
def running(program: Path, mode: str) -> Iterator[Pons]:
    """The compiled solver, in one of the modes."""
    pipe = subprocess.PIPE
    with subprocess.Popen([program, mode], stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield Pons(process)
        finally:
            process.kill()


def build(source: Path, folder: Path) -> Path:
    """Compile the solver of the folder `source`, and the driver, into `folder`."""
    compiler = shutil.which("g++")
    if compiler is None:
        sys.exit("Pons' solver needs g++ to compile it, and there is none here")
    if not (source / "Solver.cpp").is_file():
        sys.exit(f"{source} has no Solver.cpp: give a clone of github.com/PascalPons/connect4")
    program = folder / "pons"
    files = [DRIVER, source / "Solver.cpp"]
    built = subprocess.run([compiler, *FLAGS, f"-I{source}", *files, "-o", program])
    if built.returncode:
        sys.exit(f"g++ could not compile Pons' solver in {source}: it says why above")
    return program
