"""Builds of tables that are killed at random moments, and resumed: are the bytes the same?

bench/tables_killed.py chess KQKR --kills 10

One build is left alone. Of the others each is ended by SIGKILL at a random moment of the time that
took, in a folder of its own, and started again with the same command. Every table then has to be
equal to the first build's, byte by byte; it ends with exit code 1 where one is not.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def command(game: str, names: list[str], folder: Path) -> list[str]:
    made = [sys.executable, "-m", "counterplay", "table", "build", game, *names]
    return [*made, "--metric", "both", "--threads", "1", "--folder", str(folder)]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.table"))}


def killed_after(words: list[str], seconds: float) -> None:
    """Start a build, and end it with no chance to clean up."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--kills", type=int, default=10, metavar="N", help="how many builds (10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    rng, home, wrong = random.Random(given.seed), Path(tempfile.mkdtemp()), 0
    for turn in ("compiled", "whole"):
        started = time.perf_counter()
        words = command(given.game, given.names, home / turn)
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        seconds = time.perf_counter() - started
    wanted = contents(home / "whole")
    print(f"{len(wanted)} tables in {seconds:.1f} s")
    for n in range(given.kills):
        folder, after = home / f"killed {n}", rng.uniform(0, seconds)
        words = command(given.game, given.names, folder)
        killed_after(words, after)
        left = len(contents(folder)) if folder.exists() else 0
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        same = contents(folder) == wanted
        wrong += not same
        print(f"killed after {after:5.1f} s with {left} tables done: "
              f"{'the same bytes' if same else 'OTHER BYTES'}", flush=True)  # fmt: skip
        shutil.rmtree(folder)
    shutil.rmtree(home)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
