"""Claim: in practice a deeper search decides better (Kaindl 1988, quoted by the article).

`pathology` has trees in which a deeper search decides worse. Here are games that people play, at
positions whose value is known: an exact search solves them, or an endgame table has them. The
engine, without the table, searches each to a fixed depth, as it would in a game. Its decision is
right if no other move has a better exact value. A position counts only if its moves differ in
value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from counterplay.core.game.contract import PLACES
from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.core.game.position import Position
from counterplay.engine.base import make_engine
from counterplay.experiments.figures.claim import Claim, Estimate, Table, Watch, estimate
from counterplay.experiments.plots import COLOURS, integer_ticks, label
from counterplay.games import load
from counterplay.tablebase.build import build_tablebase
from counterplay.tablebase.catalogue import tables_named

MEMORY = 16
"""Megabytes of the transposition table."""


class Known(Protocol):
    """Positions of a game, without end, and the exact payoff of each move for the side to move."""

    def positions(self) -> Iterator[Position]: ...

    def values(self, position: Position) -> dict[int, float]: ...


class BySearch:
    """Positions after some random moves, solved by an exact search."""

    def __init__(self, game: Game, moves: int) -> None:
        self.game, self.moves = game, moves
        self.engine = make_engine(game, "alphabeta", exact=True, memory=MEMORY)

    def positions(self) -> Iterator[Position]:
        dice = random.Random(f"decisions {self.game.name}")
        while True:
            position = self.game.position()
            while not position.is_over and len(position.moves) < self.moves:
                position = position.play(dice.choice(position.legal_moves))
            if not position.is_over:
                yield position

    def values(self, position: Position) -> dict[int, float]:
        found = {}
        for move in position.legal_moves:
            after = position.play(move)
            values = after.payoffs if after.is_over else self.engine.search(after, Limit()).values
            found[move] = float(values[position.turn])
        return found


class ByTable:
    """Random positions of endgame tables."""

    def __init__(self, game: Game, tables: str) -> None:
        self.game, self.numbers = game, tables_named(game, tables)
        self.folder = TemporaryDirectory()
        self.tables = build_tablebase(game, tables, folder=self.folder.name, threads=1)

    def positions(self) -> Iterator[Position]:
        dice = random.Random(f"decisions {self.game.name}")
        ask = self.game.ask
        while True:
            table = dice.choice(self.numbers)
            index = table * PLACES + dice.randrange(int(ask("size", table)))
            position = Position(self.game, ask("state", index))
            if ask("index", position.state) == index and not position.is_over:
                yield position

    def values(self, position: Position) -> dict[int, float]:
        after, turn = self.tables.after, position.turn
        return {move: after(position.state, move).values[turn] for move in position.legal_moves}


@dataclass(frozen=True)
class Sample:
    """Positions of a game: after so many random moves, or of these tables."""

    title: str
    game: str
    parameters: dict[str, int]
    moves: int = 0
    tables: str = ""

    def known(self, game: Game) -> Known:
        return ByTable(game, self.tables) if self.tables else BySearch(game, self.moves)


SAMPLES = (
    Sample("Othello, 14 empty squares", "othello", {}, moves=46),
    Sample("chess, king and pawn against king", "chess", {}, tables="KPK"),
    Sample("checkers, four pieces", "checkers", {}, tables="4"),
    Sample("Dots and Boxes 3x3, 14 lines left", "dots_and_boxes", {"columns": 3, "rows": 3}, 10),
)
QUICK_SAMPLES = (Sample("Othello, 9 empty squares", "othello", {}, moves=51),)
POSITIONS, QUICK_POSITIONS = 400, 40
DEPTHS, QUICK_DEPTHS = (1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 4)


@dataclass(frozen=True)
class Data:
    """For each game, the share of right decisions by depth."""

    depths: tuple[int, ...]
    games: dict[str, tuple[Estimate, ...]]
    positions: int


def right_decisions(game: Game, known: Known, count: int, depths: tuple[int, ...],
                    watch: Watch) -> tuple[Estimate, ...]:  # fmt: skip
    engine = make_engine(game, "alphabeta", memory=MEMORY)
    judged: list[list[float]] = []
    for position in known.positions():
        values = known.values(position)
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
        found[sample.title] = right_decisions(game, sample.known(game), count, depths, part)
    return Data(depths, found, count)


def caption(data: Data) -> str:
    shown = "; ".join(
        f"{name} from {shares[0].mean:.1%} at {data.depths[0]} to {shares[-1].mean:.1%} at "
        f"{data.depths[-1]} plies ({_verdict(shares)})"
        for name, shares in data.games.items()
    )
    pairs = [(one, two) for shares in data.games.values() for one, two in pairwise(shares)]
    worse = sum(two.mean < one.mean for one, two in pairs)
    return (
        f"The share of right decisions by search depth, in {data.positions} positions of each game "
        f"whose exact values are known and whose moves differ in value: {shown}. In {worse} of "
        f"{len(pairs)} steps of the depth the share falls, in "
        f"{sum(two.mean < one.mean - hypot(one.error, two.error) for one, two in pairs)} by more "
        "than the error. The article says that deeper is significantly better in nearly all "
        "practical situations (Kaindl 1988); his own experiments are not repeated here."
    )


def _verdict(shares: tuple[Estimate, ...]) -> str:
    """Compare the first and the last share. The positions are the same, so this is cautious."""
    first, last = shares[0], shares[-1]
    if abs(last.mean - first.mean) < hypot(first.error, last.error):
        return "no significant difference"
    return "significantly better" if last.mean > first.mean else "significantly worse"


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
                      fmt="os^D"[i] + "-", color=COLOURS[i], label=name, capsize=3)  # fmt: skip
    integer_ticks(axes)
    axes.set_ylim(0.3, 1.02)
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
