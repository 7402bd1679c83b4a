"""How much the searches of games with hidden information can be exploited, beside an equilibrium.

    python bench/hidden_search.py
    python bench/hidden_search.py --games kuhn leduc --simulations 1000 10000

Each method is asked in every information set of a small game. The best response to what it plays
tells what an opponent gains on average who knows the method: the exploitability, in the points of
the game.
"""

from __future__ import annotations

import argparse
import time

import counterplay as cp
from counterplay.strategies.judge import Judge
from counterplay.strategies.minimiser import Minimiser
from counterplay.strategies.of_engine import engine_strategy

METHODS = {
    "averaging over clairvoyance (pimc)": ("pimc", {"worlds": 1000}),
    "ISMCTS, one observer": ("ismcts", {"multiple_observer": False}),
    "ISMCTS, several observers": ("ismcts", {}),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", nargs="+", default=["kuhn", "leduc"])
    parser.add_argument("--simulations", nargs="+", type=int, default=[1_000, 10_000])
    given = parser.parse_args()
    print(f"{'game':12}{'player':38}{'exploitability':>15}{'seconds':>10}")
    for name in given.games:
        judge = Judge(cp.load(name))
        show(judge, "random moves", judge.form.even_strategy(), 0.0)
        for title, (method, settings) in METHODS.items():
            engine = cp.make_engine(judge.game, method, **settings)
            budgets = [None] if method == "pimc" else given.simulations
            for nodes in budgets:
                limit = cp.Limit(depth=20) if nodes is None else cp.Limit(nodes=nodes)
                began = time.perf_counter()
                strategy = engine_strategy(judge, engine, limit)
                text = title if nodes is None else f"{title}, {nodes:,}"
                show(judge, text, strategy, time.perf_counter() - began)
        run = Minimiser(judge.game, "discounted", judge.form)
        began = time.perf_counter()
        run.run(10_000)
        seconds = time.perf_counter() - began
        show(judge, "equilibrium, 10,000 iterations", run.probabilities(), seconds)


def show(judge: Judge, title: str, strategy: object, seconds: float) -> None:
    gap = judge.quality(strategy).exploitability  # type: ignore[arg-type]
    print(f"{judge.game.name:12}{title:38}{gap:15.6f}{seconds:10.2f}", flush=True)


if __name__ == "__main__":
    main()
