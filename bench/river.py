"""A river of hold'em, all hands against all hands: seconds until it is nearly an equilibrium.

    python bench/river.py
    python bench/river.py --beside ./riverbench

Prints the CPU time at which a player gains at most 0.5, 0.1 and 0.01 % of the pot by the best
response, which is exact. `--beside` runs another solver on the same spots: a program that is called
with the board, the pot, the stack, the bets and the raises in percent (`50%,100%,a`).
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import time

from counterplay.games.poker.cards import read_cards
from counterplay.strategies.river.hands import hands_on
from counterplay.strategies.river.solver import RiverSolver
from counterplay.strategies.river.tree import Sizes, betting_tree
from counterplay.strategies.river.weights import read_weights

SPOTS = (
    ("KsTh5d4c2s", 100, 500, (0.5, 1.0), (1.0,)),
    ("AhKhQd7c7s", 100, 1000, (0.33, 0.75, 1.5), (0.5, 1.0)),
    ("9s8s7s2d2c", 60, 970, (0.33, 0.75, 1.5), (0.5, 1.0)),
)
MARKS = (0.5, 0.1, 0.01)
"""Percent of the pot."""

MOST_ITERATIONS = 5_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--beside", metavar="PROGRAM", help="another solver")
    given = parser.parse_args()
    for board, pot, stack, bets, raises in SPOTS:
        cards = read_cards(board)
        everything = read_weights("random")
        began = time.process_time()
        hands = hands_on(cards, everything)
        nodes = betting_tree(pot, stack, Sizes(bets, raises))
        solver = RiverSolver((hands, hands), nodes)
        ready = time.process_time() - began
        print(
            f"{board}, pot {pot}, stack {stack}: {len(hands.numbers):,} hands each, "
            f"{len(nodes)} nodes; prepared in {ready:.3f} s",
            flush=True,
        )
        measure(solver, pot)
        if given.beside:
            beside(given.beside, board, pot, stack, bets, raises)


def measure(solver: RiverSolver, pot: float) -> None:
    """Print the CPU time to each mark."""
    left, used = list(MARKS), 0.0
    while left and solver.iterations < MOST_ITERATIONS:
        began = time.process_time()
        solver.run(10)
        used += time.process_time() - began
        percent = 100 * solver.exploitability / pot
        while left and percent <= left[0]:
            print(f"  {left.pop(0):>5} % after {solver.iterations:5} iterations, {used:.3f} s")
    print(f"  the first player gets {pot / 2 + solver.value(0):.3f}", flush=True)


def beside(
    program: str, board: str, pot: int, stack: int, bets: tuple[float, ...],
    raises: tuple[float, ...],
) -> None:  # fmt: skip
    """Run another solver, and print its lines and its CPU time."""
    sizes = [",".join([*(f"{100 * x:g}%" for x in part), "a"]) for part in (bets, raises)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [program, board, str(pot), str(stack), *sizes], capture_output=True, text=True, check=True
    )
    for line in done.stdout.splitlines():
        print(f"  beside: {line}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    print(f"  beside: {used:.3f} s of CPU time in all", flush=True)


if __name__ == "__main__":
    main()
