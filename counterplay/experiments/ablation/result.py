"""The result of an ablation: a row for each variant, compared with the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import geometric_mean
from typing import Any

from counterplay.arena.result import MatchResult
from counterplay.experiments.ablation.samples import Sample
from counterplay.experiments.ablation.variants import Idle, Variant


@dataclass(frozen=True)
class Row:
    """A variant over all positions.

    seconds       CPU time
    nodes_ratio   nodes divided by the baseline's: the geometric mean over the positions
    time_ratio    `nodes_ratio` times the cost of a node divided by the baseline's
    branching     the effective branching factor b: a search to depth d takes b^d nodes; from
                  positions that are not solved before; None if there are none
    same_moves    positions, of `compared`, with the baseline's move
    same_values   positions, of `compared`, with the baseline's payoff and distance
    stopped       positions where it reached the node limit: the ratios are then lower bounds, and
                  the position is not compared
    match         the baseline against this variant
    """

    name: str
    changes: tuple[tuple[str, bool], ...]
    nodes: int
    seconds: float
    nodes_ratio: float
    time_ratio: float
    branching: float | None
    same_moves: int
    same_values: int
    compared: int
    stopped: int
    match: MatchResult | None = None

    def as_json(self) -> dict[str, Any]:
        shown = dict(vars(self))
        shown["changes"] = dict(self.changes)
        shown["match"] = self.match.as_json() if self.match else None
        return shown


@dataclass(frozen=True)
class Minimax:
    """An estimate of the nodes without pruning at all positions, and divided by the baseline's.

    name   how the search without pruning is called: `minimax`, or with dice `without pruning`
    """

    name: str
    nodes: float
    nodes_ratio: float


@dataclass(frozen=True)
class Ablation:
    """The whole table.

    method     `alphabeta` or `expectiminimax`
    depth      depth of the searches; None for exact searches
    plies      random plies before every position; None for several stages
    idle       techniques without a row, with the reason
    minimax    None for exact searches
    finished   False if Ctrl-C ended it early
    """

    game: str
    method: str
    positions: tuple[str, ...]
    depth: int | None
    plies: int | None
    seed: int
    cap: float
    baseline: Row
    rows: tuple[Row, ...]
    idle: tuple[Idle, ...]
    minimax: Minimax | None
    finished: bool

    def as_json(self) -> dict[str, Any]:
        return vars(self) | {
            "positions": list(self.positions),
            "baseline": self.baseline.as_json(),
            "rows": [row.as_json() for row in self.rows],
            "idle": {idle.technique: idle.reason for idle in self.idle},
            "minimax": asdict(self.minimax) if self.minimax else None,
        }


def compare(
    variant: Variant, samples: Sequence[Sample], base: Sequence[Sample], depth: int | None
) -> Row:
    """The row of a variant, from its searches and those of the baseline."""
    both = list(zip(samples, base, strict=True))
    ratio = geometric_mean(mine.nodes / other.nodes for mine, other in both)
    whole = [(mine, other) for mine, other in both if mine.finished]
    return Row(
        name=variant.name,
        changes=variant.changes,
        nodes=sum(mine.nodes for mine in samples),
        seconds=sum(mine.seconds for mine in samples),
        nodes_ratio=ratio,
        time_ratio=ratio * node_cost(samples) / node_cost(base),
        branching=branching(samples, depth),
        same_moves=sum(mine.move == other.move for mine, other in whole),
        same_values=sum(mine.verdict == other.verdict for mine, other in whole),
        compared=len(whole),
        stopped=len(both) - len(whole),
    )


def node_cost(samples: Sequence[Sample]) -> float:
    """Seconds per node over all positions; never 0, even with a coarse clock."""
    return max(sum(one.seconds for one in samples), 1e-9) / sum(one.nodes for one in samples)


def branching(samples: Sequence[Sample], depth: int | None) -> float | None:
    """The effective branching factor, from positions that were searched to the full depth."""
    if depth is None or not all(one.finished for one in samples):
        return None
    factors = [one.nodes ** (1 / depth) for one in samples if one.depth == depth]
    return geometric_mean(factors) if factors else None


def ratio_text(row: Row, ratio: float) -> str:
    """`1.52`, or `≥ 30.0` if the variant was stopped."""
    digits = ".2f" if ratio < 10 else ".1f" if ratio < 1000 else ",.0f"
    return f"{'≥ ' if row.stopped else ''}{ratio:{digits}}"


def is_same(samples: Sequence[Sample], base: Sequence[Sample]) -> bool:
    """Whether a variant searched exactly the same nodes as the baseline."""
    return all(
        (mine.nodes, mine.move, mine.verdict) == (other.nodes, other.move, other.verdict)
        for mine, other in zip(samples, base, strict=True)
    )
