"""How long a person waits: from a command to the board, to the first answer, to the engine.

python bench/first_answer.py                           four built-in games
python bench/first_answer.py chess my_game.py ...      these games
python bench/first_answer.py --package OLD             another checkout of this package

Each game is started twice: cold, with an empty folder of kernels, and warm. The figures are seconds
of wall time, cold and warm, so measure on a quiet machine. `first` and `engine` are two times of
`analyse --time 1`: until its first answer, and until the answer of the full engine. They include
the time for which the engine thinks: a second, or less if it proves the value.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

import pexpect

GAMES = ("tic_tac_toe", "connect_four", "othello", "chess")
REPOSITORY = Path(__file__).parents[1]
PATIENCE = 300
BOARD = r"to move|Your move|> $"
"""What `play` prints after the board."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES, help="names or files of games")
    parser.add_argument("--package", type=Path, default=REPOSITORY, help="a checkout to measure")
    options = parser.parse_args()
    environment = os.environ | {"PYTHONPATH": str(options.package.resolve())}
    environment.pop("COUNTERPLAY_STAND_IN", None)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or each start compiles the package's Python
    # -P: not the package in the current folder, but the one that was asked for
    command = [sys.executable, "-P", "-m", "counterplay"]
    for flag in ("--version", "--help"):
        run([*command, flag], environment)  # Python keeps its bytecode
        least = min(run([*command, flag], environment) for _ in range(5))
        print(f"{flag:14}{least:6.2f}")
    print(f"{'':14}{'board':>14}{'page':>14}{'first':>14}{'engine':>14}")
    for game in options.games:
        given = str(Path(game).resolve()) if game.endswith(".py") else game
        rows = []
        with tempfile.TemporaryDirectory() as folder:
            for part in (board, page, answers):
                place = environment | {
                    "COUNTERPLAY_CACHE": str(Path(folder) / part.__name__),
                    "XDG_DATA_HOME": str(Path(folder) / "data"),  # another version's cannot be read
                }
                cold = part(command, given, place)
                finish(command, given, place)
                rows.append((cold, part(command, given, place)))
        pairs = [pair for cold, warm in rows for pair in zip(cold, warm, strict=True)]
        cells = "".join(f"{cold:8.2f}{warm:6.2f}" for cold, warm in pairs)
        print(f"{Path(game).stem:14}{cells}", flush=True)


def run(command: list[str], environment: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return time.perf_counter() - started


def finish(command: list[str], game: str, environment: dict[str, str]) -> None:
    """Compile what an interrupted start did not."""
    subprocess.run(
        [*command, "analyse", game, "--depth", "1"], env=environment, capture_output=True
    )


def board(command: list[str], game: str, environment: dict[str, str]) -> list[float]:
    """`play` in a terminal, until it asks for a move."""
    started = time.perf_counter()
    child = terminal([*command, "play", game], environment, BOARD)
    seconds = time.perf_counter() - started
    end(child)
    return [seconds]


def page(command: list[str], game: str, environment: dict[str, str]) -> list[float]:
    """`serve`, until the page has arrived."""
    started = time.perf_counter()
    child = terminal([*command, "serve", "--port", "0", game], environment, r"http://[^\s\x1b]+")
    fetch(child.match.group(0).decode())
    seconds = time.perf_counter() - started
    end(child)
    return [seconds]


def fetch(address: str) -> None:
    """Get a page, also from a server that prints its address before it listens."""
    latest = time.perf_counter() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
                answer.read()
            return
        except urllib.error.URLError:
            if time.perf_counter() > latest:
                raise
            time.sleep(0.01)


def terminal(command: list[str], environment: dict[str, str], pattern: str) -> pexpect.spawn:
    """A command in a terminal of its own that has printed the pattern."""
    child = pexpect.spawn(command[0], command[1:], env=environment, timeout=PATIENCE)
    child.expect(pattern)
    return child


def end(child: pexpect.spawn) -> None:
    """Kill a command and the processes that it started."""
    os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def answers(command: list[str], game: str, environment: dict[str, str]) -> list[float]:
    """`analyse --time 1`: seconds until the first answer, and until the answer of the engine."""
    started = time.perf_counter()
    child = subprocess.Popen(
        [*command, "analyse", game, "--time", "1"],
        env=environment | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert child.stdout is not None
    first = None
    for line in child.stdout:
        if first is None and re.search(r"by plain Python|^move\b", line):
            first = time.perf_counter() - started
    child.wait()
    ended = time.perf_counter() - started
    return [ended if first is None else first, ended]


if __name__ == "__main__":
    main()
