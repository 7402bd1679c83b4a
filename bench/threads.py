"""One thread beside several on positions of a game: nodes a second, and time to a depth.

Each position is searched to the same depth with an empty table by turns, several times over; the
geometric mean of each side counts. Wall-clock time: it needs as many idle cores as threads.

bench/threads.py --depth 24 --threads 2
bench/threads.py --game chess --depth 14
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

from table import Table

import counterplay as cp
from counterplay.arena.openings import Openings
from counterplay.core.game.limits import Limit


def positions_of(game: cp.Game, count: int, seed: int) -> list[cp.Position]:
    """Openings, and after each some plies of short searches: from early to late middle game."""
    found: list[cp.Position] = []
    for opening in Openings(file=None, plies=None, balanced=None, seed=seed).find(game, 2 * count):
        position = game.position(opening)
        for _ in range(2 + 2 * len(found)):
            if not position.is_over:
                position = position.play(cp.search(game, position, depth=3, memory=1).move)
        if not position.is_over and len(found) < count:
            found.append(position)
    return found


def searched(game: cp.Game, position: cp.Position, depth: int, threads: int) -> cp.Result:
    player = cp.make_engine(game, threads=threads, memory=256)
    player.new_game()  # the pages of its table come before the clock runs
    return player.search(position, Limit(depth=depth))


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def arguments_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", default="othello", metavar="NAME", help="which game (othello)")
    add("--depth", type=int, default=24, metavar="PLIES", help="how deep to search (24)")
    add("--threads", type=int, default=2, metavar="N", help="threads beside one (2)")
    add("--positions", type=int, default=10, metavar="N", help="how many positions (10)")
    add("--turns", type=int, default=3, metavar="N", help="searches of each side (3)")
    add("--seed", type=int, default=1, metavar="N", help="what positions are drawn from (1)")
    add("--json", type=Path, metavar="FILE", help="write the figures to this file")
    return parser.parse_args()


def main() -> None:
    given = arguments_given()
    game = cp.load(given.game)
    table = Table(
        [("plies", 5), ("s, 1 thread", 0), ("Mnodes/s", 0), (f"s, {given.threads} threads", 0),
         ("Mnodes/s", 0), ("× Mnodes/s", 0), ("× faster", 0)]
    )  # fmt: skip
    rates, times, ones = [], [], []
    for position in positions_of(game, given.positions, given.seed):
        runs: dict[int, list[cp.Result]] = {1: [], given.threads: []}
        for _ in range(given.turns):
            for threads, found in runs.items():
                found.append(searched(game, position, given.depth, threads))
        # Means: the shortest would favour several threads, no two of whose searches are alike.
        seconds = [mean([r.seconds for r in found]) for found in runs.values()]
        rate = [mean([r.nodes / r.seconds for r in found]) / 1e6 for found in runs.values()]
        rates.append(rate[1] / rate[0])
        times.append(seconds[0] / seconds[1])
        ones.append(rate[0])
        figures = (seconds[0], rate[0], seconds[1], rate[1], rates[-1], times[-1])
        table.row([str(len(position.moves)), *(f"{figure:.2f}" for figure in figures)])
    table.row(["mean", "", f"{mean(ones):.2f}", "", "", f"{mean(rates):.2f}", f"{mean(times):.2f}"])
    if given.json:
        figures = {"depth": given.depth, "single": ones, "rates": rates, "times": times}
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
