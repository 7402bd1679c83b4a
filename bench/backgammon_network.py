"""Learn the network of backgammon that comes with the program: TD(lambda), then the mean of rolls.

    python bench/backgammon_network.py --device cuda --out learned --seconds 330 --refine 480

First many games at once learn by TD(lambda) from nothing (`learning/td/learner.py`); the share of
results falls as the network gets better. Then each state learns the mean of its roll
(`learning/td/refine.py`). The rate of learning falls by a cosine in both. Seconds are those of the
device, so another device learns more or less. `learned/backgammon.network` is the result; with
--from it goes on from `learned/*.pt` instead of from nothing.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

import counterplay as cp
from counterplay.core.network.network import write_network
from counterplay.learning.td import refine
from counterplay.learning.td.encoders import Bits
from counterplay.learning.td.learner import Learner, Plan
from counterplay.learning.td.matches import Judge, play_match
from counterplay.learning.td.payoff_network import Payoffs, integer_network, payoff_module
from counterplay.learning.td.pubeval import pubeval

PAYOFFS = (-3, -2, -1, 1, 2, 3)
LEAST_RATE = 1e-5
PAIRS = 1000
"""Pairs of games against pubeval, to see how far it is."""


class Run:
    """One phase: its share of the time that is gone, its rate, and what it says now and then."""

    def __init__(self, game: cp.Game, values: Callable[[Any], Any], given: argparse.Namespace):
        self.game, self.device, self.values = game, given.device, values
        self.began, self.next = time.monotonic(), 20.0

    def share(self, seconds: float) -> float:
        return min((time.monotonic() - self.began) / seconds, 1.0)

    def rate(self, first: float, seconds: float) -> float:
        cosine = (1 + math.cos(math.pi * self.share(seconds))) / 2
        return LEAST_RATE + (first - LEAST_RATE) * cosine

    def tell(self, text: str, is_last: bool = False) -> None:
        """Say how strong it is, at growing intervals."""
        gone = time.monotonic() - self.began
        if gone < self.next and not is_last:
            return
        self.next *= 1.8
        pairs = 10 * PAIRS if is_last else PAIRS
        me = Judge(Bits(self.game, 2), self.values)
        score = play_match(self.game, me, pubeval(), pairs, seed=99, device=self.device)
        print(f"{gone:.0f} s, {text}: {score} against pubeval", flush=True)


def learn(game: cp.Game, head: Payoffs, model: Any, given: argparse.Namespace) -> None:
    """TD(lambda) with many games at once."""
    plan = Plan(games=10**9, at_once=given.at_once, minibatch=given.minibatch, loss="squares")
    learner = Learner(game, plan, Bits(game, 2), head, model, given.device)
    run = Run(game, learner.values, given)
    learner.rate = lambda: run.rate(0.004, given.seconds)  # type: ignore[method-assign]
    while (share := run.share(given.seconds)) < 1:
        learner.plan = dataclasses.replace(plan, trace=0.7 * max(0.0, 1 - 1.3 * share))
        learner.stretch()
        model.keep_in_bounds()
        run.tell(f"{learner.finished:,} games")
    run.tell(f"{learner.finished:,} games", is_last=True)


def improve(game: cp.Game, head: Payoffs, model: Any, given: argparse.Namespace) -> None:
    """Learn the mean of every roll."""
    plan = refine.Plan(given.at_once, given.at_once // 4, given.minibatch, seed=11)
    refiner = refine.Refiner(game, plan, Bits(game, 2), Bits(game, 2), head, model, given.device)

    def values(rows: Any) -> Any:
        with torch.no_grad():
            return head.values(model(rows))

    run = Run(game, values, given)
    while run.share(given.refine) < 1:
        refiner.step(run.rate(0.0006, given.refine))
        model.keep_in_bounds()
        run.tell(f"{refiner.states:,} states")
    run.tell(f"{refiner.states:,} states", is_last=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--device", default="cuda", help="cuda or cpu (cuda)")
    parser.add_argument("--seconds", type=float, default=330, help="of TD(lambda); 0: none (330)")
    parser.add_argument("--refine", type=float, default=480, help="of the second phase (480)")
    parser.add_argument("--width", type=int, default=256, help="sums of each view (256)")
    parser.add_argument("--at-once", type=int, default=8192, help="games at once (8192)")
    parser.add_argument("--minibatch", type=int, default=4096, help="states of a step (4096)")
    parser.add_argument("--from", dest="start", type=Path, help="weights (.pt) to go on from")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    game, head = cp.load("backgammon").without_network(), Payoffs(PAYOFFS)
    model = payoff_module(game, head, given.width, seed=1)
    if given.start is not None:
        model.load_state_dict(torch.load(given.start, map_location="cpu"))
    for phase, seconds in ((learn, given.seconds), (improve, given.refine)):
        if seconds > 0:
            phase(game, head, model, given)
            weights = {name: part.cpu() for name, part in model.state_dict().items()}
            torch.save(weights, given.out / f"{phase.__name__}.pt")
    about = {"command": " ".join(["python", *sys.argv]), "inputs": game.feature_name}
    write_network(integer_network(game, head, model, about), given.out / "backgammon.network")


if __name__ == "__main__":
    main()
