"""Regret minimisation beside OpenSpiel's C++: iterations a second, and exploitability over time.

    python bench/regret.py
    python bench/regret.py --games leduc --seconds 5

Both run one after the other on the same game, and CPU time counts. OpenSpiel's exploitability is
that of its own average policy, so the two columns agree where the iterations do.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import counterplay as cp
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.sampler import Sampler

GAMES = {
    "kuhn": ({}, "kuhn_poker"),
    "leduc": ({}, "leduc_poker(suit_isomorphism=true)"),
    "leduc with suits": ({"suits": True}, "leduc_poker"),
    "liars_dice": ({}, "liars_dice"),
}
MARKS = (0.05, 0.02, 0.005, 0.001, 1e-4, 1e-5)
"""Report the CPU time at which each of these exploitabilities is reached."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=GAMES)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time of each run (3)")
    given = parser.parse_args()
    for name in given.games:
        parameters, other = GAMES[name]
        judge = Judge(cp.load(name.split()[0], **parameters))
        print(f"\n{name}: {len(judge.form.keys):,} information sets, {judge.form.ends:,} ends")
        beside(judge, pyspiel.load_game(other), given.seconds)
        if name != "kuhn":
            over_time(judge, Minimiser(judge.game, "discounted", judge.form), given.seconds)


def beside(judge: Judge, other: Any, seconds: float) -> None:
    """Run three variants here and in OpenSpiel."""
    for variant, solver in (("cfr", pyspiel.CFRSolver), ("cfr+", pyspiel.CFRPlusSolver)):
        run, theirs = Minimiser(judge.game, variant, judge.form), solver(other)
        ours = speed(run.run, seconds)
        others = speed(repeated(theirs.evaluate_and_update_policy), seconds)
        gap = judge.quality(run.probabilities()).exploitability
        tell(variant, ours, others, gap, exploitability(other, theirs))
    sampler = Sampler(judge.game, "external", memory=256)
    mccfr = pyspiel.ExternalSamplingMCCFRSolver(other, seed=1)
    ours, others = speed(sampler.run, seconds), speed(repeated(mccfr.run_iteration), seconds)
    gap = judge.judge(sampler.strategy()).exploitability
    tell("external", ours, others, gap, exploitability(other, mccfr))


def repeated(step: Callable[[], object]) -> Callable[[int], object]:
    """A function that takes n and makes n steps."""
    return lambda n: [step() for _ in range(n)]


def exploitability(game: Any, solver: Any) -> float:
    """That of OpenSpiel's average policy; not a number if it does not know some states."""
    try:
        return float(pyspiel.nash_conv(game, solver.average_policy()) / 2)
    except pyspiel.SpielError:
        return float("nan")


def speed(run: Callable[[int], object], seconds: float) -> float:
    """Iterations a second of CPU time."""
    done, used, n = 0, 0.0, 1
    while used < seconds:
        began = time.process_time()
        run(n)
        used += time.process_time() - began
        done += n
        n = min(4 * n, max(int((seconds - used) * done / max(used, 1e-6)), 1))
    return done / used


def tell(variant: str, ours: float, others: float, gap: float, other_gap: float) -> None:
    print(
        f"  {variant:9} {ours:12,.0f} iterations/s  OpenSpiel {others:10,.1f}  ratio "
        f"{ours / others:8.1f}   exploitability in the same CPU time {gap:.2e} and {other_gap:.2e}",
        flush=True,
    )


def over_time(judge: Judge, run: Minimiser, seconds: float) -> None:
    """Print the CPU time that discounted CFR takes to some exploitabilities."""
    used, n, left = 0.0, 10, list(MARKS)
    while used < seconds and left:
        began = time.process_time()
        run.run(n)
        used += time.process_time() - began
        n += n // 4
        gap = judge.quality(run.probabilities()).exploitability
        while left and gap <= left[0]:
            print(
                f"  discounted: {left.pop(0):g} after {run.iterations:,} iterations, {used:.4f} s"
            )


if __name__ == "__main__":
    main()
