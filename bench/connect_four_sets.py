"""Connect Four solved exactly, set by set, beside Pascal Pons' solver in the same run.

Every score is compared with the published one. Times are CPU time inside the compiled search, as
`cp.search_many` calls it, and inside the solver's own `solve`; both keep their tables within a
set. They take turns, a batch of positions each, so that a busy machine slows both alike.

bench/connect_four_sets.py                           the few positions that the tests have
bench/connect_four_sets.py --sets DIR --pons SOURCE  files of positions, beside Pons' solver
bench/connect_four_sets.py --empty                   the empty board
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kernel_time import each_kernel_call
from pons import MODES, Pons, build, running
from table import Table

import counterplay as cp
from counterplay.core.compile.kernel import Context
from counterplay.core.game.game import Game
from counterplay.core.game.results import Result

KEPT = Path(__file__).parents[1] / "tests" / "data" / "connect_four_pons.json"
SQUARES = 42
EMPTY_SCORE = 1  # Allis (1988): the first player wins; Tromp: with the last of his discs
MEMORY, EMPTY_MEMORY = 64, 1024

Set = list[tuple[str, int]]
"""Positions, as columns played, and their scores."""


@dataclass
class Effort:
    """What one side found in a set so far, and what it took."""

    scores: list[int | None] = field(default_factory=list)
    nodes: int = 0
    seconds: float = 0.0

    def means(self) -> list[str]:
        """Microseconds and nodes a position, and millions of nodes a second."""
        count = len(self.scores)
        per_second = self.nodes / self.seconds / 1e6
        return [f"{1e6 * self.seconds / count:,.1f}", f"{self.nodes / count:,.1f}",
                f"{per_second:.1f}"]  # fmt: skip

    def figures(self, wanted: list[int]) -> dict[str, Any]:
        right = sum(a == b for a, b in zip(self.scores, wanted, strict=True))
        return {"positions": len(wanted), "right": right, "nodes": self.nodes,
                "seconds": self.seconds}  # fmt: skip


def score_of(found: Result, discs: int) -> int | None:
    """A result as Pons writes it: n where the winner's n-th disc from the end decides.

    The disc that wins is number discs + distance; from the end the first player's are 41, 39 and
    so on, the second player's 42, 40 and so on.
    """
    if found.kind != "exact" or found.outcome is None:
        return None
    if found.outcome == "draw":
        return 0
    assert found.distance is not None
    score = (SQUARES + 2 - discs - found.distance) // 2
    return score if found.outcome == "win" else -score


def solve(
    game: Game, positions: list[str], memory: int, others: dict[str, Pons]
) -> dict[str, Effort]:
    """What each side found in a set. After each batch of ours the others solve the same one."""
    ours, theirs = Effort(), {name: Effort() for name in others}
    seen = 0

    def take_turns(context: Context, seconds: float) -> None:
        nonlocal seen
        batch = positions[seen : seen + int(context.record.batch_count)]
        seen += len(batch)
        ours.seconds += seconds
        for name, solver in others.items():
            scores, nodes, spent = solver.solve(batch)
            effort = theirs[name]
            effort.scores += scores
            effort.nodes += nodes
            effort.seconds += spent

    texts = [moves or "startpos" for moves in positions]
    with each_kernel_call(take_turns):
        results = cp.search_many(game, texts, exact=True, memory=memory)
    if seen != len(positions):
        sys.exit(f"the kernel was called for {seen} positions of {len(positions)}")
    ours.scores = [score_of(r, len(moves)) for r, moves in zip(results, positions, strict=True)]
    ours.nodes = sum(found.nodes for found in results)
    return {"counterplay": ours, **theirs}


def read_sets(folder: Path | None) -> dict[str, Set]:
    """The sets of a folder, or those of the tests, by name: the fullest boards first."""
    if folder is None:
        kept = json.loads(KEPT.read_text(encoding="utf-8"))["sets"]
        sets = {name: [(m, s) for m, s in one["positions"]] for name, one in kept.items()}
    else:
        files = sorted(folder.glob("*.txt"))
        sets = {path.stem.removeprefix("Test_"): read_set(path) for path in files}
        if not sets:
            sys.exit(f"--sets {folder}: there are no .txt files")

    def discs(name: str) -> float:
        return sum(len(moves) for moves, _ in sets[name]) / max(len(sets[name]), 1)

    return {name: sets[name] for name in sorted(sets, key=discs, reverse=True)}


def read_set(path: Path) -> Set:
    """Lines of a position and its score; nothing before the score is the empty board."""
    pairs = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        *moves, score = line.split() or [""]
        try:
            pairs.append(("".join(moves), int(score)))
        except ValueError:
            sys.exit(f"{path}, line {number}: {line!r} is not a position and its score")
    if not pairs:
        sys.exit(f"{path} has no positions")
    return pairs


def chosen(given: argparse.Namespace) -> dict[str, Set]:
    if given.empty:
        return {"empty": [("", EMPTY_SCORE)]}
    sets = read_sets(given.sets)
    for name in given.only or ():
        if name not in sets:
            sys.exit(f"--only {name}: the sets are {', '.join(sets)}")
    start, end = given.skip, None if given.first is None else given.skip + given.first
    parts = {name: sets[name][start:end] for name in given.only or sets}
    if not all(parts.values()):
        sys.exit(f"--skip {start}: no positions are left")
    return parts


def columns(others: int) -> list[tuple[str, int]]:
    """Titles and widths: ours, Pons with its table kept, Pons with its table reset."""
    ours = [("set", 6), ("positions", 0), ("right", 0)]
    work = [("µs", 11), ("nodes", 12), ("Mnodes/s", 0)]
    pons = [("Pons µs", 11), ("nodes", 12), ("Mnodes/s", 0), ("ours/Pons", 0)]
    return [*ours, *work, *(pons if others else ()), *[("reset µs", 11)] * (others > 1)]


def cells(name: str, efforts: dict[str, Effort], wanted: list[int]) -> list[str]:
    ours, *theirs = efforts.values()
    row = [name, f"{len(wanted)}", f"{ours.figures(wanted)['right']}", *ours.means()]
    if theirs:
        kept, *reset = theirs
        row += [*kept.means(), f"{ours.seconds / kept.seconds:.2f}x"]
        row += [effort.means()[0] for effort in reset]
    return row


def wrong(pairs: Set, efforts: dict[str, Effort]) -> list[str]:
    """A sentence for each score that is not the published one."""
    return [
        f"{who}: {moves or 'the empty board'} scores {score}, not {found}"
        for who, effort in efforts.items()
        for (moves, score), found in zip(pairs, effort.scores, strict=True)
        if found != score
    ]


def opponents(source: Path | None, modes: tuple[str, ...], stack: ExitStack) -> dict[str, Pons]:
    """Pons' solver in each mode, compiled for this run; nobody where there is no source."""
    if source is None:
        return {}
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    program = build(source, folder)
    return {f"Pons, {mode}": stack.enter_context(running(program, mode)) for mode in modes}


def arguments_given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--sets", type=Path, metavar="DIR", help="a folder of .txt files, `position score` a line")
    add("--only", nargs="+", metavar="SET", help="these sets alone")
    add("--first", type=int, metavar="N", help="the first N positions of each set")
    add("--skip", type=int, default=0, metavar="N", help="leave out so many before them")
    add("--empty", action="store_true", help="the empty board in place of sets")
    add("--memory", type=int, metavar="MB", help="megabytes of table: 64, with --empty 1024")
    add("--pons", type=Path, metavar="SOURCE", help="the source of Pons' solver, to run beside")
    add("--no-reset", action="store_true", help="run Pons' solver only with its table kept")
    add("--json", type=Path, metavar="FILE", help="write the figures to this file")
    given = parser.parse_args()
    if given.first is not None and given.first < 1:
        parser.error("--first must be 1 or more")
    if given.skip < 0:
        parser.error("--skip must be 0 or more")
    given.memory = given.memory or (EMPTY_MEMORY if given.empty else MEMORY)
    return given


def main() -> None:
    given = arguments_given()
    sets = chosen(given)
    figures: dict[str, Any] = {"memory": given.memory, "sets": {}}
    mistakes = []
    with ExitStack() as stack:
        others = opponents(given.pons, MODES[: 1 if given.no_reset else 2], stack)
        game = cp.load("connect_four")
        cp.search_many(game, ["startpos"], depth=1, memory=1)  # compiles
        print(f"means a position; CPU time; our table {given.memory} MB; Pons' kept, or reset")
        table = Table(columns(len(others)))
        for name, pairs in sets.items():
            efforts = solve(game, [moves for moves, _ in pairs], given.memory, others)
            wanted = [score for _, score in pairs]
            table.row(cells(name, efforts, wanted))
            mistakes += wrong(pairs, efforts)
            figures["sets"][name] = {who: e.figures(wanted) for who, e in efforts.items()}
    if given.json:
        given.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if mistakes:
        sys.exit("\n".join(mistakes))
    print("all scores are right")


if __name__ == "__main__":
    main()
