"""A blueprint of hold'em: the speed of its training, its value, what it wins from simple players.

    counterplay equilibrium limit_holdem --time 600 --run limit.run
    python bench/blueprint.py limit.run
    python bench/blueprint.py limit.run --deals 20000 --seconds 5

The value of a deal is exact: all bets are weighed with their probabilities, and both hands are
exchanged. What the button wins when a blueprint of limit hold'em plays itself is near the value of
the game, which lies between 87.7 and 89.7 thousandths of a big blind (Bowling and others 2015).
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import counterplay as cp
from counterplay.core.table_file import read_header
from counterplay.strategies.holdem.bucket_store import kept_tables
from counterplay.strategies.holdem.find import RARE
from counterplay.strategies.holdem.store import resume_training
from counterplay.strategies.holdem.trainer import Trainer, without_rare_moves

Numbers = npt.NDArray[np.float64]
BIG_BLIND = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("run", type=Path, help="a file of counterplay equilibrium --run")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time of training (3)")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    given = parser.parse_args()
    trainer = opened(given.run)
    nodes, sizes = trainer.tree.nodes, trainer.buckets.sizes
    ours = without_rare_moves(nodes, sizes, trainer.probabilities(), RARE)
    figures: dict[str, Any] = {"iterations": trainer.iterations}
    print(
        f"{trainer.game.name}, {trainer.iterations:,} iterations, buckets {trainer.buckets.sizes}"
    )
    figures["button"] = told(
        "the button, blueprint on both sides", trainer, ours, ours, given.deals
    )
    for name, others in simple_players(trainer).items():
        figures[name] = told(f"against {name}", trainer, ours, others, given.deals)
    began, done = time.process_time(), 0
    while time.process_time() - began < given.seconds:
        done += trainer.run(2_000)
    figures["iterations_per_second"] = done / (time.process_time() - began)
    print(f"training: {figures['iterations_per_second']:,.0f} iterations a second")
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))


def opened(path: Path) -> Trainer:
    """The training of a file, on one thread."""
    about, _ = read_header(path)
    game = cp.load(about["game"], **about["parameters"])
    sizes = tuple(int(about["parts"][name]["shape"][0]) for name in ("flop", "turn"))
    river = int(about["river_buckets"])
    return resume_training(game, path, 1, (*sizes, river), kept_tables)


def told(name: str, trainer: Trainer, ours: Numbers, others: Numbers, deals: int) -> list[float]:
    """Print and return the mean and the error of what the first strategy wins, in mbb a hand."""
    values = trainer.expected(ours, others, deals)
    if others is not ours:
        values = (values - trainer.expected(others, ours, deals)) / 2
    scale = 1000 / BIG_BLIND
    mean, error = scale * values.mean(), scale * 1.96 * values.std() / deals**0.5
    print(f"{name:36} {mean:+7.1f} ± {error:.1f} thousandths of a big blind a hand")
    return [float(mean), float(error)]


def simple_players(trainer: Trainer) -> dict[str, Numbers]:
    """Strategies that look at no cards: the probability of each move, row by row."""
    nodes = trainer.tree.nodes[trainer.tree.nodes["count"] > 0]
    tables: dict[str, list[Numbers]] = {"a caller": [], "a raiser": [], "random moves": []}
    for node in nodes:
        count, size = int(node["count"]), trainer.buckets.sizes[int(node["street"])]
        first = int(node["first"])
        moves = trainer.tree.moves[first : first + count]
        called, even = (moves == 1).astype(float), np.full(count, 1 / count)
        raised = (moves > 1) / max((moves > 1).sum(), 1) if moves[-1] > 1 else called
        for name, row in (("a caller", called), ("a raiser", raised), ("random moves", even)):
            tables[name].append(np.tile(row, size))
    return {name: np.concatenate(rows) for name, rows in tables.items()}


if __name__ == "__main__":
    main()
