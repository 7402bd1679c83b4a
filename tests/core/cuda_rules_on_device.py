"""Compares the rules of games on a GPU with those on the CPU, on positions of random games:

    python tests/core/cuda_rules_on_device.py

It prints how long each game takes, and exits with 1 if any answer differs, with 2 if there is no
GPU. The test suite runs it in the CUDA simulator (NUMBA_ENABLE_CUDASIM=1, --states 20).
"""

import argparse
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np

import counterplay as cp
from counterplay.core.compile import rules as rules_of
from counterplay.core.compile.cuda import why_not
from counterplay.core.compile.cuda.bind import bind_cuda
from counterplay.core.compile.cuda.target import IS_SIMULATED, cuda
from counterplay.core.compile.functions import compiled

GAMES = ["tic_tac_toe", "connect_four", "othello", "checkers", "chess"]
KERNEL = Path(__file__).with_name("cuda_successors.py")


def on_cpu(game: cp.Game, states: Any) -> list[Any]:
    """Fills the array with states of random games; what the kernel has to find there."""
    rules: Any = rules_of.for_kernels(game)
    most, longest = rules.MOST_ACTIONS + 1, min(game.facts.longest_game, 100)

    @compiled
    def look(states: Any, counts: Any, keys: Any, scores: Any) -> None:
        moves = np.empty(most, np.int64)
        np.random.seed(1)
        for i in range(len(states)):
            s = rules.initial(0, 0)
            for _ in range(np.random.randint(longest)):
                if rules.terminal(0, s):
                    break
                s = rules.result(0, 0, s, moves[np.random.randint(rules.actions(0, s, moves))])
            rules.store(states[i], s)
            counts[i] = rules.actions(0, s, moves)
            for j in range(counts[i]):
                after = rules.result(0, 0, s, moves[j])
                keys[i] += rules.key(0, after)
                if rules.terminal(0, after):
                    scores[i] += rules.score(0, after, 0)

    answers = blank(len(states))
    look(states, *answers)
    return answers


def on_device(game: cp.Game, states: Any) -> list[Any]:
    """The same by the kernel, run twice: the second time it is compiled already."""
    kernel: Any = bind_cuda(game, KERNEL)
    # The simulator's threads of one block stand in each other's way; blocks wait for each other.
    blocks, threads = (4, 1) if IS_SIMULATED else (1024, 128)
    given, *answers = map(cuda.to_device, [states, *blank(len(states))])
    seconds = []
    for _ in range(1 if IS_SIMULATED else 2):
        started = time.perf_counter()
        kernel.look[blocks, threads](given, *answers)
        cuda.synchronize()
        seconds.append(f"{time.perf_counter() - started:.4f}")
    print(f"{game.name}: {len(states):,} states in {', then '.join(seconds)} seconds")
    return [answer.copy_to_host() for answer in answers]


def blank(count: int) -> list[Any]:
    return [np.zeros(count, kind) for kind in (np.int64, np.uint64, np.int64)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=100_000, help="for each game")
    parser.add_argument("games", nargs="*", default=GAMES)
    asked = parser.parse_args()
    if why_not():
        print(why_not())
        return 2
    print("device:", "the simulator" if IS_SIMULATED else cuda.get_current_device().name)
    if IS_SIMULATED:  # words wrap silently in machine code
        warnings.filterwarnings("ignore", "overflow encountered")
    compared = wrong = 0
    for name in asked.games:
        game = cp.load(name)
        states = np.zeros(asked.states, game.shape.dtype)
        expected = on_cpu(game, states)
        answers = list(zip(expected, on_device(game, states), strict=True))
        differ = np.flatnonzero(np.any([cpu != gpu for cpu, gpu in answers], axis=0))
        compared, wrong = compared + len(states), wrong + len(differ)
        for i in differ[:3]:
            cpu, gpu = zip(*((a[i], b[i]) for a, b in answers), strict=True)
            print(f"  {game.shape.decode(states[i])}: {gpu} on the device, {cpu} on the CPU")
    print(f"{compared:,} states compared, {wrong:,} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
