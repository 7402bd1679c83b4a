"""Claim: a transposition table saves most nodes. Small games, solved with and without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.small_games import Nim, Row
from counterplay.experiments.plots import bars, label
from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.transposition import transposition

GAMES: dict[str, Row | Nim] = {
    "tic-tac-toe": Row(3, 3, 3),
    "Nim 2, 3, 4": Nim(2, 3, 4),
    "Nim 3, 4, 5": Nim(3, 4, 5),
    "Connect Four 4x3": Row(4, 3, 4, fall=True),
    "Connect Four 4x4": Row(4, 4, 4, fall=True),
    "Connect Four 5x3": Row(5, 3, 4, fall=True),
}
QUICK = ("tic-tac-toe", "Nim 2, 3, 4", "Connect Four 4x3")


@dataclass(frozen=True)
class Saving:
    """One game, solved from its start without and with a transposition table."""

    game: str
    value: float
    value_with_table: float
    nodes: int
    nodes_with_table: int

    @property
    def factor(self) -> float:
        return self.nodes / self.nodes_with_table


@dataclass(frozen=True)
class Data:
    savings: tuple[Saving, ...]


def measure(quick: bool, watch: Watch) -> Data:
    names = QUICK if quick else tuple(GAMES)
    savings = []
    for i, name in enumerate(names):
        game = GAMES[name]
        plain, table = alphabeta(game, game.root), transposition(game, game.root)
        savings.append(Saving(name, plain.value, table.value, plain.nodes, table.nodes))
        watch((i + 1) / len(names))
    return Data(tuple(savings))


def caption(data: Data) -> str:
    least, most = (f(data.savings, key=lambda s: s.factor) for f in (min, max))
    return (
        f"Nodes that alpha-beta generates to solve each game from its start, without a "
        f"transposition table and with one. With the table there are {least.factor:.1f} times "
        f"fewer in {least.game} and {most.factor:.1f} times fewer in {most.game}; the values are "
        f"the same."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple((s.game, s.value, s.nodes, s.nodes_with_table, round(s.factor, 2))
                 for s in data.savings)  # fmt: skip
    heads = ("game", "value", "nodes without", "nodes with a table", "times fewer")
    return [
        Table("table_savings", "Alpha-beta with and without a transposition table", heads, rows)
    ]


def plot(data: Data, figure: Any) -> None:
    axes = figure.subplots()
    label(axes, "", "", "nodes")
    axes.set_yscale("log")
    series = {
        "without a table": [float(s.nodes) for s in data.savings],
        "with a table": [float(s.nodes_with_table) for s in data.savings],
    }
    names = ("\n".join(s.game.rsplit(" ", 1)) if "x" in s.game else s.game for s in data.savings)
    bars(axes, list(names), series, ",.0f")
    axes.margins(y=0.15)
    axes.set_ylim(top=8 * axes.get_ylim()[1])  # room for the legend
    axes.legend(loc="upper left")


CLAIM = Claim(
    name="table_savings",
    title="A transposition table saves most of the nodes",
    text="Different orders of the same moves lead to the same position. A transposition table "
    "looks up positions that were already searched (Greenblatt 1967).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(10.5, 4.8),
)
