"""Claim: in practice a deeper search decides better (Kaindl 1988, quoted by the article).

`pathology` has trees in which a deeper search decides worse. Here are games that people play, at
positions that an exact search solves. The engine searches each to a fixed depth, as it would in a
game. Its decision is right if no other move has a better exact value. A position counts only if its
moves differ in value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import make_engine
from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.plots import COLOURS, integer_ticks, label
from counterplay.games import load

TABLE = 16
"""Megabytes of the transposition table."""


@dataclass(frozen=True)
class Sample:
    """Positions of a game: after so many random moves, with its parameters."""

    title: str
    game: str
    parameters: dict[str, int]
    moves: int


SAMPLES = (
    Sample("Othello, 14 empty squares", "othello", {}, 46),
    Sample("Breakthrough 5x5, after 12 moves", "breakthrough", {"width": 5, "height": 5}, 12),
    Sample("Dots and Boxes 3x3, 14 lines left", "dots_and_boxes", {"columns": 3, "rows": 3}, 10),
)
QUICK_SAMPLES = (Sample("Othello, 10 empty squares", "othello", {}, 50),)
POSITIONS, QUICK_POSITIONS = 400, 60
DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 4)


@dataclass(frozen=True)
class Data:
    """For each game, the share of right decisions by depth."""

    depths: tuple[int, ...]
    games: dict[str, tuple[Estimate, ...]]
    positions: int


def positions(game: Game, moves: int) -> Iterator[Position]:
    """Yield positions after `moves` random moves, without end."""
    dice = random.Random(f"decisions {game.name}")
    while True:
        position = game.position()
        while not position.is_over and len(position.moves) < moves:
            position = position.play(dice.choice(position.legal_moves))
        if not position.is_over:
            yield position


def exact_values(exact: Any, position: Position) -> dict[int, float]:
    """Return the payoff of each move for the side to move, with best play afterwards."""
    player = position.turn
    found = {}
    for move in position.legal_moves:
        after = position.play(move)
        values = after.payoffs if after.is_over else exact.search(after, Limit()).values
        found[move] = float(values[player])
    return found


def right_decisions(game: Game, sample: Sample, count: int, depths: tuple[int, ...],
                    watch: Watch) -> tuple[Estimate, ...]:  # fmt: skip
    exact = make_engine(game, "alphabeta", exact=True, memory=TABLE)
    engine = make_engine(game, "alphabeta", memory=TABLE)
    judged: list[list[float]] = []
    for position in positions(game, sample.moves):
        values = exact_values(exact, position)
        if len(set(values.values())) == 1:
            continue
        best, moves = max(values.values()), []
        for depth in depths:
            engine.new_game()
            moves.append(engine.search(position, Limit(depth=depth)).move)
        judged.append([float(values[move] == best) for move in moves])
        watch(len(judged) / count)
        if len(judged) == count:
            break
    return tuple(estimate(list(column)) for column in zip(*judged, strict=True))


def measure(quick: bool, watch: Watch) -> Data:
    samples, count = (QUICK_SAMPLES, QUICK_POSITIONS) if quick else (SAMPLES, POSITIONS)
    depths = QUICK_DEPTHS if quick else DEPTHS
    found = {}
    for done, sample in enumerate(samples):

        def part(share: float, done: int = done) -> None:
            watch((done + share) / len(samples))

        game = load(sample.game, **sample.parameters)
        found[sample.title] = right_decisions(game, sample, count, depths, part)
    return Data(depths, found, count)


def caption(data: Data) -> str:
    shown = "; ".join(
        f"{name} from {shares[0].mean:.0%} at {data.depths[0]} to {shares[-1].mean:.0%} at "
        f"{data.depths[-1]} plies"
        for name, shares in data.games.items()
    )
    pairs = [(one, two) for shares in data.games.values() for one, two in pairwise(shares)]
    worse = sum(two.mean < one.mean for one, two in pairs)
    return (
        f"The share of right decisions by search depth, judged by an exact search, in "
        f"{data.positions} positions of each game whose moves differ in value: {shown}. In "
        f"{worse} of {len(pairs)} steps the deeper search decides worse. The article says that "
        "deeper is significantly better in nearly all practical situations (Kaindl 1988); his "
        "own experiments are not repeated here."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (depth, *(cell for shares in data.games.values()
                  for cell in (round(shares[i].mean, 3), round(shares[i].error, 3))))
        for i, depth in enumerate(data.depths)
    )  # fmt: skip
    heads = ("plies", *(head for name in data.games for head in (name, "±")))
    return [Table("decisions", "Share of right decisions by depth", heads, rows)]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "plies", "share of right decisions")
    for i, (name, shares) in enumerate(data.games.items()):
        axes.errorbar(data.depths, [s.mean for s in shares], [s.error for s in shares],
                      fmt="os^"[i] + "-", color=COLOURS[i], label=name, capsize=3)  # fmt: skip
    integer_ticks(axes)
    axes.set_ylim(0, 1)
    axes.legend(loc="lower right")


CLAIM = Claim(
    name="decisions",
    title="In games that people play, a deeper search decides better",
    text="Although there exist games in which searching deeper makes worse decisions (Nau 1983; "
    "see pathology), a deeper search makes significantly better decisions in nearly all practical "
    "situations (Kaindl 1988; article 120).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
)
