"""Claim: search helps because it sees nearer to the end (visibility) and averages (filtering).

The two reasons why search helps are measured apart, on Connect Four of 4x4 squares, whose every
position is solved:

    visibility   the correlation of the evaluation with the true value, by the discs on the board;
                 nothing is searched
    filtering    a search whose leaves are the true value plus independent noise, as large at the
                 end of the game as at its start; so a deeper search sees nothing more clearly
    both         a search with the evaluation, which sees the ends of games as they are

A decision counts only in positions where some moves keep the value and others do not.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import NormalDist, correlation, mean
from typing import Any

from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.figures.small_games import Board, Row
from counterplay.experiments.figures.trees import WORD, mix
from counterplay.experiments.plots import COLOURS, baseline, integer_ticks, label, note

WIDTH, QUICK_WIDTH = 4, 3
SAMPLES, QUICK_SAMPLES = 1200, 30
DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4, 5), (1, 2)
NOISES = (0.5, 1.0)
FIRST, LAST = 2, 7
"""Decisions are taken with this many discs on the board."""
FEWEST = 30
"""Positions that a correlation needs."""


class Solved(Row):
    """Connect Four on a small board, with the true value of every position."""

    def __init__(self, width: int) -> None:
        super().__init__(width, 4, 4 if width > 3 else 3, fall=True)
        self.values: dict[Board, float] = {}

    def true_value(self, s: Board) -> float:
        """Return the value of a position for the player to move, with best play."""
        if s not in self.values:
            if self.terminal(s):
                self.values[s] = self.utility(s, self.player(s))
            else:
                self.values[s] = max(-self.true_value(self.result(s, a)) for a in self.actions(s))
        return self.values[s]

    def noise(self, s: Board, seed: int) -> float:
        """Return a standard normal number that depends on the position and the seed alone."""
        uniform = (mix(mix(seed, s[0]), s[1]) + 1) / (WORD + 2)
        return NormalDist().inv_cdf(uniform)


@dataclass(frozen=True)
class Data:
    """`visible`: by discs on the board, the correlation and the number of positions. `right`: for
    each kind of search, the share of right decisions by depth."""

    visible: dict[int, tuple[float, int]]
    depths: tuple[int, ...]
    right: dict[str, tuple[Estimate, ...]]
    noises: tuple[float, ...]


def visibility(game: Solved) -> dict[int, tuple[float, int]]:
    """Return the correlation of evaluation and true value over all unfinished positions."""
    pairs: dict[int, list[tuple[float, float]]] = {}
    for s, value in game.values.items():
        if not game.terminal(s):
            discs = (s[0] | s[1]).bit_count()
            pairs.setdefault(discs, []).append((game.evaluate(s, game.player(s)), value))
    found = {}
    for discs, listed in sorted(pairs.items()):
        evaluations, values = zip(*listed, strict=True)
        if len(listed) >= FEWEST and len(set(values)) > 1 and len(set(evaluations)) > 1:
            found[discs] = (correlation(evaluations, values), len(listed))
    return found


def chosen(game: Solved, s: Board, depth: int, leaf: Any) -> int:
    """Return the move of a search to a depth, whose leaves are `leaf(s)` for the player to move."""

    def value(s: Board, depth: int) -> float:
        if depth == 0 or game.terminal(s):
            return float(leaf(s))
        return max(-value(game.result(s, a), depth - 1) for a in game.actions(s))

    return max(game.actions(s), key=lambda a: -value(game.result(s, a), depth - 1))


def matters(game: Solved, s: Board) -> bool:
    """Return whether some moves keep the value of a position and others do not."""
    return len({game.true_value(game.result(s, a)) for a in game.actions(s)}) > 1


def measure(quick: bool, watch: Watch) -> Data:
    game = Solved(QUICK_WIDTH if quick else WIDTH)
    game.true_value(game.root)
    watch(0.1)
    visible = visibility(game)
    early = (s for s in game.values if FIRST <= (s[0] | s[1]).bit_count() <= LAST)
    choices = sorted(s for s in early if not game.terminal(s) and matters(game, s))
    wanted = QUICK_SAMPLES if quick else SAMPLES
    sample = random.Random("choices").sample(choices, min(wanted, len(choices)))
    kinds: dict[str, Any] = {"evaluation": lambda s: _evaluated(game, s)}
    for noise in NOISES:
        kinds[f"noise {noise}"] = lambda s, noise=noise: (
            game.true_value(s) + noise * game.noise(s, 1)
        )
    depths = QUICK_DEPTHS if quick else DEPTHS
    right: dict[str, list[Estimate]] = {kind: [] for kind in kinds}
    for done, depth in enumerate(depths, 1):
        for kind, leaf in kinds.items():
            moves = [chosen(game, s, depth, leaf) for s in sample]
            kept = [
                float(-game.true_value(game.result(s, a)) == game.true_value(s))
                for s, a in zip(sample, moves, strict=True)
            ]
            right[kind].append(estimate(kept))
        watch(0.1 + 0.9 * done / len(depths))
    return Data(visible, depths, {kind: tuple(shares) for kind, shares in right.items()}, NOISES)


def _evaluated(game: Solved, s: Board) -> float:
    p = game.player(s)
    return game.utility(s, p) if game.terminal(s) else game.evaluate(s, p)


def caption(data: Data) -> str:
    discs = list(data.visible)
    start, end = data.visible[discs[0]][0], data.visible[discs[-1]][0]
    shown = "; ".join(
        f"{_name(kind)} {100 * shares[0].mean:.0f} % at one ply and {100 * shares[-1].mean:.0f} % "
        f"at {data.depths[-1]}"
        for kind, shares in data.right.items()
    )
    growing = [
        kind for kind, shares in data.right.items()
        if kind != "evaluation" and shares[-1].mean > shares[0].mean
    ]  # fmt: skip
    filtered = "more" if growing else "no more"
    return (
        f"Connect Four on a small board, every position solved. Visibility: the correlation of the "
        f"evaluation with the true value goes from {start:.2f} with {discs[0]} discs to {end:.2f} "
        f"with {discs[-1]}. Right decisions: {shown}. So a deeper search makes {filtered} right "
        f"decisions even if the noise is as large at every depth."
    )


def _name(kind: str) -> str:
    if kind == "evaluation":
        return "both, with the evaluation"
    return f"filtering alone, noise of deviation {kind.split()[1]}"


def tables(data: Data) -> list[Table]:
    visible = tuple((discs, round(r, 3), n) for discs, (r, n) in data.visible.items())
    kinds = list(data.right)
    right = tuple(
        (depth, *(x for k in kinds for x in (round(100 * data.right[k][i].mean, 1),
                                             round(100 * data.right[k][i].error, 1))))
        for i, depth in enumerate(data.depths)
    )  # fmt: skip
    heads = ("plies", *(head for kind in kinds for head in (_name(kind), "±")))
    return [
        Table("visibility", "Correlation of the evaluation with the true value",
              ("discs on the board", "correlation", "positions"), visible),
        Table("filtering", "Right decisions by search depth, in per cent", heads, right),
    ]  # fmt: skip


def plot(data: Data, figure: Any) -> None:
    left, axes = figure.subplots(1, 2)
    label(left, "Visibility: no search", "discs on the board", "correlation with the true value")
    left.plot(list(data.visible), [r for r, _ in data.visible.values()], "o-", color=COLOURS[2])
    left.set_ylim(-0.15, 1)
    integer_ticks(left)
    label(axes, "Filtering, and both", "search depth in plies", "right decisions, %")
    integer_ticks(axes)
    for i, (kind, shares) in enumerate(data.right.items()):
        axes.errorbar(data.depths, [100 * s.mean for s in shares], [100 * s.error for s in shares],
                      fmt="sov"[i] + "-", color=COLOURS[i], label=_name(kind))  # fmt: skip
    baseline(axes, 100)
    note(axes, "perfect", (mean(data.depths[:2]), 100.5), va="bottom", ha="center")
    axes.set_ylim(40, 106)
    axes.legend(loc="lower right", fontsize=9.5)


CLAIM = Claim(
    name="visibility",
    title="Why search helps: visibility and filtering",
    text="An evaluation is more accurate near the end of the game (visibility), and a search "
    "combines many evaluations, so that their noise cancels (filtering). Cicirello's lecture.",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.5, 4.8),
)
