"""Speed, as ratios measured side by side in one run: `make bench`, or `bench/run.py NAME…`.

cold        seconds to compile each kernel for each built-in game
cpp         the compiled alpha-beta, without what games add to it, against the same in C++
            (connect_four.cpp)
openspiel   the compiled alpha-beta against OpenSpiel's from Python, on the same game and depth
signature   node counts over fixed positions; a change of them is a deliberate part of a commit

CPU time throughout, the best of several runs in turn: the machine may be busy.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DEPTH, REPEATS = 17, 5
SPIEL_DEPTH = 11
NOT_IN_CPP = (
    "bounds", "sufficient_moves", "symmetry", "order", "killers", "history", "countermoves",
    "enhanced_cutoffs", "aspiration", "internal_iterative_deepening", "selective",
)  # fmt: skip
"""What is switched off to compare with C++: plain principal variation search and the table stay."""

COLD = """
import sys, time, json
import counterplay as cp
from counterplay.core.compile.bind import bind
from counterplay.conformance.native import KERNEL as CHECK
from counterplay.core.compile.parts import kernel_name
from counterplay.engine.alphabeta.engine import KERNEL as ALPHABETA, unfit
from counterplay.engine.maxn.engine import KERNEL as MAXN
from counterplay.engine.perft.count import KERNEL as PERFT
game = cp.load(sys.argv[1])
for kernel in (PERFT, MAXN if unfit(game) else ALPHABETA, CHECK):
    print(kernel_name(kernel), bind(game, kernel).SECONDS)
"""


def cold() -> dict[str, Any]:
    """Each kernel of each game, compiled in a fresh process with an empty cache."""
    from counterplay.games import BUILT_IN

    seconds: dict[str, dict[str, float]] = {}
    for name in BUILT_IN:
        with tempfile.TemporaryDirectory() as empty:
            run = subprocess.run(
                [sys.executable, "-c", COLD, name],
                env={**os.environ, "COUNTERPLAY_CACHE": empty},
                capture_output=True,
                text=True,
                check=True,
            )
        rows = (line.split() for line in run.stdout.splitlines())
        seconds[name] = {kernel: round(float(value), 2) for kernel, value in rows}
        print(f"  {name:16}", "  ".join(f"{k} {v:5.2f} s" for k, v in seconds[name].items()))
    return seconds


def cpp() -> dict[str, Any]:
    """The same search, node for node at every depth, in Python and in C++."""
    compiler = shutil.which("g++")
    if compiler is None:
        print("  skipped: there is no g++ here")
        return {"skipped": "no g++"}
    import counterplay as cp

    game = cp.load("connect_four")
    off = dict.fromkeys(NOT_IN_CPP, False)
    engine = cp.make_engine(game, "alphabeta", memory=1, **off)
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "connect_four"
        flags = ["-O3", "-march=native", "-std=c++17"]
        source = str(HERE / "connect_four.cpp")
        subprocess.run([compiler, *flags, source, "-o", str(program)], check=True)
        for _ in range(REPEATS):
            run = [program, str(DEPTH)]
            out = subprocess.run(run, capture_output=True, text=True, check=True).stdout
            rows = [line.rsplit(maxsplit=1) for line in out.splitlines()]
            theirs.append(float(rows[-1][1]))
            engine.new_game()  # which also has the system find the memory before the clock runs
            depths: list[cp.Result] = []
            _, spent = timed(
                lambda depths=depths: engine.search(
                    game.position(), cp.Limit(depth=DEPTH), report=depths.append
                )
            )
            ours.append(spent)
            for (there, _), found in zip(rows, depths, strict=True):
                here = f"{found.depth} {found.value:g} {found.nodes}"
                if here != there:
                    sys.exit(f"depth, value and nodes are {here} here, {there} in C++")
    nodes, ratio = depths[-1].nodes, min(ours) / min(theirs)
    print(
        f"  depth {DEPTH}: {nodes} nodes in both, and as many at every depth before; "
        f"{min(ours):.3f} s here, {min(theirs):.3f} s in C++: {ratio:.2f}x the time of C++"
    )
    return {"depth": DEPTH, "nodes": nodes, "ours": ours, "cpp": theirs, "ratio": ratio}


def openspiel() -> dict[str, Any]:
    """To the same depth on the same game, from Python in both cases."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    import counterplay as cp
    from counterplay.engine.alphabeta.engine import AlphaBeta

    spiel, game = pyspiel.load_game("connect_four"), cp.load("connect_four")
    engine = AlphaBeta(game)
    engine.search(game.position(), cp.Limit(depth=2))
    leaves = [0]

    def at_horizon(state: Any) -> float:
        leaves[0] += 1
        return 0.0

    (value, _), theirs = timed(
        lambda: minimax.alpha_beta_search(
            spiel, value_function=at_horizon, maximum_depth=SPIEL_DEPTH, maximizing_player_id=0
        )
    )
    ours = float("inf")
    for _ in range(REPEATS):
        engine = AlphaBeta(game)
        found, spent = timed(
            lambda e=engine: e.search(game.position(), cp.Limit(depth=SPIEL_DEPTH))
        )
        ours = min(ours, spent)
    if value != found.value:
        sys.exit(f"the values differ: {value} there, {found.value} here")
    deep, spent = timed(lambda: engine.search(game.position(), cp.Limit(depth=DEPTH)))
    rates = leaves[0] / theirs, deep.nodes / spent
    print(
        f"  depth {SPIEL_DEPTH}: {theirs:.3f} s there, {ours:.4f} s here, {SPIEL_DEPTH} iterations "
        f"together: {theirs / ours:.0f}x faster"
    )
    print(
        f"  {rates[0]:,.0f} leaves a second there, {rates[1]:,.0f} nodes a second here (depth "
        f"{DEPTH}): {rates[1] / rates[0]:.0f}x"
    )
    return {"depth": SPIEL_DEPTH, "openspiel": theirs, "ours": ours, "ratio": theirs / ours,
            "rates": rates}  # fmt: skip


def signature() -> dict[str, Any]:
    """Results of fixed searches, which are the same on every run and every machine."""
    from signature import node_counts, signature

    results, nodes = signature(), sum(node_counts().values())
    known = json.loads((HERE / "signature.json").read_text(encoding="utf-8"))
    for label, result in results.items():
        print(f"  {label:50} {result:>9}" + ("" if known.get(label) == result else "  CHANGED"))
    print(f"  signature of {len(results)} results; alpha-beta: {nodes} nodes")
    return results


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What `work` gives, and the CPU seconds it took."""
    started = time.process_time()
    return work(), time.process_time() - started


PARTS = {"signature": signature, "cold": cold, "cpp": cpp, "openspiel": openspiel}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="which; all if none")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    arguments = parser.parse_args()
    figures = {}
    for name in arguments.parts or PARTS:
        print(name)
        figures[name] = PARTS[name]()
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
