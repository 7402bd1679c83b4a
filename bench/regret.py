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
"""Exploitabilities whose time is said."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=GAMES)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time of each run (3)")
    given = parser.parse_args()
    for name in given.games:
        parameters, other = GAMES[name]
        judge = Judge(cp.load(name.split()[0], **parameters))
        theirs = pyspiel.load_game(other)
        sets, ends = len(judge.form.keys), judge.form.ends
        print(f"\n{name}: {sets:,} information sets, {ends:,} ends")
        for variant, solver in (("cfr", pyspiel.CFRSolver), ("cfr+", pyspiel.CFRPlusSolver)):
            run = Minimiser(judge.game, variant, judge.form)
            ours = speed(run.run, given.seconds, lambda run=run: judge.quality(run.probabilities()))
            one = solver(theirs)
            others = speed(
                lambda n, one=one: [one.evaluate_and_update_policy() for _ in range(n)],
                given.seconds,
                lambda one=one: pyspiel.nash_conv(theirs, one.average_policy()) / 2,
            )
            tell(variant, ours, others)
        sampler = Sampler(judge.game, "external", memory=256)
        ours = speed(sampler.run, given.seconds, lambda: judge.judge(sampler.strategy()))
        mccfr = pyspiel.ExternalSamplingMCCFRSolver(theirs, seed=1)
        others = speed(
            lambda n: [mccfr.run_iteration() for _ in range(n)],
            given.seconds,
            lambda: sampled_gap(theirs, mccfr),
        )
        tell("external", ours, others)
        if name != "kuhn":
            best = Minimiser(judge.game, "discounted", judge.form)
            over_time(judge, best, given.seconds)


def sampled_gap(game: object, solver: object) -> float:
    """The exploitability of OpenSpiel's sampled policy; not a number if some states are unknown."""
    try:
        return float(pyspiel.nash_conv(game, solver.average_policy()) / 2)  # type: ignore[attr-defined]
    except pyspiel.SpielError:
        return float("nan")


def speed(
    run: Callable[[int], object], seconds: float, quality: Callable[[], object]
) -> tuple[float, int, float]:
    """Iterations a second of CPU time, how many there were, and the exploitability then."""
    done, used, n = 0, 0.0, 1
    while used < seconds:
        began = time.process_time()
        run(n)
        took = time.process_time() - began
        done, used = done + n, used + took
        n = min(4 * n, max(int((seconds - used) * done / max(used, 1e-6)), 1))
    found = quality()
    gap = getattr(found, "exploitability", found)
    return done / used, done, float(gap)  # type: ignore[arg-type]


def tell(variant: str, ours: tuple[float, int, float], others: tuple[float, int, float]) -> None:
    print(
        f"  {variant:9} {ours[0]:12,.0f} iterations/s  OpenSpiel {others[0]:10,.1f}"
        f"  ratio {ours[0] / others[0]:8.1f}   exploitability in the same CPU time"
        f" {ours[2]:.2e} and {others[2]:.2e}",
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
            print(f"  discounted: {left.pop(0):g} after {run.iterations:,} iterations, {used:.4f} s")


if __name__ == "__main__":
    main()
