"""How soon the UCI program answers: `uci`, `isready`, and `stop` in the middle of searches.

bench/uci_latency.py --stops 200 --threads 1

Positions are of a game that goes on from stop to stop, so that they grow as long as games do.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import time

import counterplay as cp
from counterplay.protocols.uci.moves import legal_moves


class Talk:
    """The program in a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "counterplay", "uci"]
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def seconds_until(self, word: str) -> float:
        assert self.process.stdout is not None
        began = time.perf_counter()
        while not self.process.stdout.readline().startswith(word):
            pass
        return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stops", type=int, default=200, metavar="N")
    parser.add_argument("--threads", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    given = parser.parse_args()
    game, dice = cp.load("chess"), random.Random(given.seed)
    talk = Talk()
    talk.tell("uci")
    talk.seconds_until("uciok")
    print(f"uciok   {1000 * (time.perf_counter() - talk.started):.0f} ms after the start")
    talk.tell(f"setoption name Threads value {given.threads}")
    talk.tell("isready")
    talk.seconds_until("readyok")
    print(f"readyok {1000 * (time.perf_counter() - talk.started):.0f} ms after the start")
    stops, pings, position, listed = list[float](), list[float](), game.position(), list[str]()
    while len(stops) < given.stops:
        talk.tell("position startpos" + (f" moves {' '.join(listed)}" if listed else ""))
        talk.tell("go infinite")
        time.sleep(dice.uniform(0.005, 0.3))
        talk.tell("isready")
        pings.append(talk.seconds_until("readyok"))
        talk.tell("stop")
        stops.append(talk.seconds_until("bestmove"))
        word, move = dice.choice(list(legal_moves(game, position.state).items()))
        position, listed = position.play(move), [*listed, word]
        if position.is_over:
            position, listed = game.position(), []
    talk.tell("quit")
    talk.process.wait()
    for name, times in (("readyok", pings), ("stop", stops)):
        middle, most = statistics.median(times), max(times)
        late = sum(seconds > 0.05 for seconds in times)
        print(
            f"{name:<7} median {1000 * middle:.1f} ms, longest {1000 * most:.1f} ms, "
            f"{late} of {len(times)} above 50 ms"
        )


if __name__ == "__main__":
    main()
