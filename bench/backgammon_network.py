"""Learn the network of backgammon that comes with the program: TD(lambda), then all rolls.

    python bench/backgammon_network.py --device cuda --out wide
    python bench/backgammon_network.py --start wide/backgammon.network --width 384 --rolls 490 \\
        --rate 0.0007 --device cuda --out learned

First many games at once learn by TD(lambda) from nothing (`learning/td/learner.py`); the share of
results falls as the network gets better. Then each state learns from all of its rolls
(`learning/td/refine.py`). The rate of learning falls by a cosine in both. Seconds are those of the
device, so another device learns more or less. `learned/backgammon.network` is the result. The
weights are kept every minute, and a run that was killed goes on from there.

With --start, the sums of a wider network that matter most are kept (`learning/td/narrow.py`), and
they learn from all rolls.
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
from counterplay.core.network.network import Network, read_network, write_network
from counterplay.learning.td import refine
from counterplay.learning.td.batch import Batch
from counterplay.learning.td.encoders import Bits
from counterplay.learning.td.learner import Learner, Plan
from counterplay.learning.td.matches import Judge, play_match
from counterplay.learning.td.narrow import load_weights, narrow, sampled_rows
from counterplay.learning.td.payoff_network import Payoffs, integer_network, payoff_module
from counterplay.learning.td.pubeval import pubeval

PAYOFFS = (-3, -2, -1, 1, 2, 3)
LEAST_RATE = 1e-5
PAIRS = 1000
"""Pairs of games against pubeval, to see how far it is."""
KEEP_EVERY = 60
SAMPLED_GAMES, SAMPLED_STEPS = 1024, 48
"""The games and moves whose positions a narrower network is fitted to."""
PHASES = ("td", "rolls")


class Course:
    """The phases, the seconds that they have had, and the weights: all that a file keeps."""

    def __init__(self, game: cp.Game, given: argparse.Namespace) -> None:
        self.game, self.given, self.head = game, given, Payoffs(PAYOFFS)
        self.file: Path = given.out / "course.pt"
        self.gone = dict.fromkeys(PHASES, 0.0)
        self.model = payoff_module(game, self.head, given.width, seed=1)
        self.seed = 1
        if given.start is not None and not self.file.exists():
            self.gone["td"] = given.td
            self.start(read_network(given.start))
        if self.file.exists():
            read = torch.load(self.file, map_location="cpu")
            self.gone, self.seed = read["gone"], read["seed"] + 1
            self.model.load_state_dict(read["weights"])

    def start(self, network: Network) -> None:
        """Begin with the best part of a wider network."""
        game, device = self.game, self.given.device
        wide = payoff_module(game, self.head, network.width, seed=1)
        load_weights(wide, network)
        wide.to(device)
        batch = Batch(game, Bits(game, 2), SAMPLED_GAMES, device=device)
        with torch.no_grad():
            samples = sampled_rows(
                batch, lambda rows: self.head.values(wide(rows)), SAMPLED_STEPS, SAMPLED_GAMES
            )
        narrow(wide, self.model.to(device), samples)

    def keep(self, weights: Any) -> None:
        """Write the weights of a module."""
        held = {name: part.cpu() for name, part in weights.state_dict().items()}
        part = self.file.with_suffix(".part")
        torch.save({"gone": self.gone, "seed": self.seed, "weights": held}, part)
        part.replace(self.file)


class Run:
    """One phase: its share of the time that is gone, its rate, and what it says now and then."""

    def __init__(
        self, course: Course, name: str, seconds: float, values: Callable[[Any], Any]
    ) -> None:
        self.course, self.name, self.seconds, self.values = course, name, seconds, values
        self.before, self.began = course.gone[name], time.monotonic()
        self.next, self.kept = 20.0, time.monotonic()

    @property
    def gone(self) -> float:
        return self.before + time.monotonic() - self.began

    @property
    def share(self) -> float:
        return min(self.gone / self.seconds, 1.0)

    def rate(self, first: float) -> float:
        cosine = (1 + math.cos(math.pi * self.share)) / 2
        return LEAST_RATE + (first - LEAST_RATE) * cosine

    def tell(self, weights: Any, text: str, is_last: bool = False) -> None:
        """Keep the weights every minute, and say how strong they are at growing intervals."""
        if is_last or time.monotonic() - self.kept > KEEP_EVERY:
            self.course.gone[self.name] = self.seconds if is_last else self.gone
            self.course.keep(weights)
            self.kept = time.monotonic()
        if self.gone < self.next and not is_last:
            return
        self.next = self.gone * 1.8
        pairs = 10 * PAIRS if is_last else PAIRS
        me = Judge(Bits(self.course.game, 2), self.values)
        device = self.course.given.device
        score = play_match(self.course.game, me, pubeval(), pairs, seed=99, device=device)
        print(f"{self.name} {self.gone:.0f} s, {text}: {score} against pubeval", flush=True)


def learn(course: Course, seconds: float) -> None:
    """TD(lambda) with many games at once."""
    given, model = course.given, course.model
    plan = Plan(games=10**9, at_once=given.at_once, minibatch=given.minibatch, seed=course.seed)
    learner = Learner(course.game, plan, Bits(course.game, 2), course.head, model, given.device)
    run = Run(course, "td", seconds, learner.values)
    learner.rate = lambda: run.rate(given.td_rate)  # type: ignore[method-assign]
    while (share := run.share) < 1:
        learner.plan = dataclasses.replace(plan, trace=0.7 * max(0.0, 1 - 1.3 * share))
        learner.stretch()
        model.keep_in_bounds()
        run.tell(model, f"{learner.finished:,} games")
    run.tell(model, f"{learner.finished:,} games", is_last=True)


def improve(course: Course, seconds: float) -> None:
    """Learn from all rolls."""
    given = course.given
    plan = refine.Plan(at_once=given.at_once // 2, seed=10 + course.seed)
    refiner = refine.Refiner(course.game, plan, course.head, course.model, given.device)
    run = Run(course, "rolls", seconds, refiner.values)
    while run.share < 1:
        refiner.stretch(run.rate(given.rate))
        run.tell(refiner.judge, f"{refiner.states:,} states, loss {float(refiner.loss):.5f}")
    run.tell(refiner.judge, f"{refiner.states:,} states", is_last=True)
    course.model = refiner.judge


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--device", default="cuda", help="cuda or cpu (cuda)")
    parser.add_argument("--td", type=float, default=80, help="seconds of TD(lambda) (80)")
    parser.add_argument("--rolls", type=float, default=850, help="seconds of all rolls (850)")
    parser.add_argument("--start", type=Path, metavar="FILE", help="a wider network to begin with")
    parser.add_argument("--width", type=int, default=512, help="sums of each view (512)")
    parser.add_argument("--at-once", type=int, default=8192, help="games at once (8192)")
    parser.add_argument("--minibatch", type=int, default=4096, help="states of a step (4096)")
    parser.add_argument("--td-rate", type=float, default=0.003, help="first rate of TD (0.003)")
    parser.add_argument("--rate", type=float, default=0.001, help="first rate of rolls (0.001)")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.set_float32_matmul_precision("high")
    game = cp.load("backgammon").without_network()
    course = Course(game, given)
    for name, phase, seconds in (("td", learn, given.td), ("rolls", improve, given.rolls)):
        if course.gone[name] < seconds:
            phase(course, seconds)
    about = {"command": " ".join(["python", *sys.argv]), "inputs": game.feature_name}
    network = integer_network(game, course.head, course.model, about)
    write_network(network, given.out / "backgammon.network")


if __name__ == "__main__":
    main()
