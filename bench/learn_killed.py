"""A course of `counterplay learn` that is killed at random moments: is the network the same?

bench/learn_killed.py breakthrough --kills 10 -- --rounds 2 --games 400 --nodes 200

What follows the two dashes is for `learn`, which runs on one thread. One course is left alone. The
other is ended by SIGKILL again and again, after a random share of the time that the first took, and
resumed by the same command. Then both have to have the same networks, byte by byte, after the same
games; the exit code is 1 if they have not.
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

FOLDER = "learned"


def run(words: list[str], home: Path, seconds: float | None = None) -> bool:
    """Run a command in a folder; end it after some seconds. Returns whether it came to its end."""
    process = subprocess.Popen(
        words, cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        if process.wait(seconds):
            raise SystemExit(f"learn ended with exit code {process.returncode}")
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    return True


def contents(home: Path) -> dict[str, bytes]:
    """The networks of all rounds, by name."""
    found = sorted((home / FOLDER).rglob("*.network"))
    return {str(path.relative_to(home)): path.read_bytes() for path in found}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--kills", type=int, default=10, metavar="N", help="(10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    here = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    given, options = parser.parse_args(sys.argv[1:here]), sys.argv[here + 1 :]
    game = str(Path(given.game).absolute()) if Path(given.game).exists() else given.game
    words = [sys.executable, "-m", "counterplay", "learn", game, "--threads", "1", "--out", FOLDER]
    words += options
    rng, home = random.Random(given.seed), Path(tempfile.mkdtemp())
    for turn in ("compiled", "whole", "killed"):
        (home / turn).mkdir()
    run(words, home / "compiled")
    started = time.perf_counter()
    run(words, home / "whole")
    seconds = time.perf_counter() - started
    wanted = contents(home / "whole")
    print(f"{len(wanted)} networks in {seconds:.1f} s", flush=True)
    for _ in range(given.kills):
        after = rng.uniform(0, 2 * seconds / given.kills)
        done = run(words, home / "killed", after)
        there = len(contents(home / "killed"))
        what = "came to its end" if done else f"killed after {after:.1f} s"
        print(f"{what}, with {there} networks", flush=True)
    run(words, home / "killed")
    is_same = contents(home / "killed") == wanted
    print("the same networks" if is_same else "OTHER NETWORKS")
    shutil.rmtree(home)
    return 0 if is_same else 1


if __name__ == "__main__":
    raise SystemExit(main())
