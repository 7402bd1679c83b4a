"""Claim: a transposition table deepens a search; in chess it sometimes doubles the depth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import mean
from typing import Any

from counterplay.core.game.game import Game
from counterplay.core.game.limits import Limit
from counterplay.engine.base import make_engine
from counterplay.experiments.figures.chess_play import chess
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.plots import bars, label

FINE = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"
"""R. Fine, Basic Chess Endings, number 70: only the kings can move, and 1. Kb1 wins."""

POSITIONS = {
    "opening": (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    ),
    "middle game": (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 1",
        "1nk1r1r1/pp2n1pp/4p3/q2pPp1N/b1pP1P2/B1P2R2/2P1B1PP/R2Q2K1 w - - 0 1",
    ),
    "rook ending": (
        "8/5pk1/R5p1/7p/5P1P/1r4P1/5K2/8 w - - 0 1",
        "2r3k1/pppR1pp1/4p3/4P1P1/5P2/1P4K1/P1P5/8 w - - 0 1",
        "8/8/4kpp1/1r5p/4P2P/5KP1/R7/8 w - - 0 1",
    ),
    "pawn ending": (
        "8/8/1p6/p1p2k2/P1P2p2/1P3K2/8/8 w - - 0 1",
        "8/pp3k2/2p2p2/3p4/3P1P2/2P2K2/PP6/8 w - - 0 1",
        "8/5k2/3p1p2/p1pP1P2/P1P1K3/8/8/8 w - - 0 1",
    ),
    "Fine 70": (FINE,),
}
QUICK = ("middle game", "Fine 70")
NODES, QUICK_NODES = 1_000_000, 10_000
TABLE = 64
"""Megabytes."""
KINDS = {"alpha-beta and quiescence": False, "all techniques": True}
"""Whether the selective techniques are on: reductions, pruning and extensions."""


@dataclass(frozen=True)
class Pair:
    """One position searched with the same number of nodes, without a table and with one."""

    group: str
    fen: str
    kind: str
    without: int
    with_table: int


@dataclass(frozen=True)
class Data:
    pairs: tuple[Pair, ...]
    nodes: int

    def depths(self, group: str, kind: str) -> tuple[float, float]:
        """Return the mean depths of a group of positions, without a table and with one."""
        pairs = [p for p in self.pairs if (p.group, p.kind) == (group, kind)]
        return mean(p.without for p in pairs), mean(p.with_table for p in pairs)

    @property
    def groups(self) -> list[str]:
        return list(dict.fromkeys(p.group for p in self.pairs))


@cache
def plain_chess() -> Game:
    """Return chess with the evaluation by terms; it is faster than the network."""
    return chess().without_network()


def reached(fen: str, nodes: int, selective: bool, table: bool) -> int:
    """Return the depth that a search completes within so many nodes."""
    engine = make_engine(
        plain_chess(), "alphabeta", memory=TABLE, selective=selective, transposition_table=table
    )
    return engine.search(plain_chess().position(fen), Limit(nodes=nodes)).depth


def measure(quick: bool, watch: Watch) -> Data:
    nodes = QUICK_NODES if quick else NODES
    groups = {group: POSITIONS[group][:1] for group in QUICK} if quick else POSITIONS
    todo = [(g, fen, kind) for kind in KINDS for g, fens in groups.items() for fen in fens]
    pairs = []
    for done, (group, fen, kind) in enumerate(todo, 1):
        without, with_table = (reached(fen, nodes, KINDS[kind], table) for table in (False, True))
        pairs.append(Pair(group, fen, kind, without, with_table))
        watch(done / len(todo))
    return Data(tuple(pairs), nodes)


def caption(data: Data) -> str:
    plain = next(iter(KINDS))
    shown = ", ".join(
        f"{group} {before:.1f} and {after:.1f}"
        for group in data.groups
        for before, after in (data.depths(group, plain),)
    )
    before, after = data.depths("Fine 70", plain)
    doubled = "twice" if after >= 2 * before else f"{after / before:.1f} times"
    return (
        f"Depth in plies that {data.nodes:,} nodes complete in chess, without a table and with one "
        f"({plain}): {shown}. Where only kings can move (Fine's position 70) the depth is "
        f"{doubled} as great; with many pieces on the board it is a ply or less. With all "
        f"techniques the table matters more everywhere, because its moves are tried first and the "
        f"later ones are reduced."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple((p.kind, p.group, p.fen, p.without, p.with_table) for p in data.pairs)
    heads = ("search", "group", "position", "without a table", "with a table")
    return [Table("table_depth", f"Depth completed within {data.nodes:,} nodes", heads, rows)]


def plot(data: Data, figure: Any) -> None:
    for axes, kind in zip(figure.subplots(1, len(KINDS)), KINDS, strict=True):
        label(axes, kind, "", "depth in plies")
        depths = [data.depths(group, kind) for group in data.groups]
        series = {
            "without a table": [before for before, _ in depths],
            "with a table": [after for _, after in depths],
        }
        bars(axes, [group.replace(" ", "\n") for group in data.groups], series, ".1f")
        axes.margins(y=0.12)
        axes.legend(loc="upper left")


CLAIM = Claim(
    name="table_depth",
    title="A transposition table can double the depth of a search in chess",
    text="Using a transposition table can have a dramatic effect, sometimes as much as doubling "
    "the reachable search depth in chess (Russell and Norvig, section 5.3).",
    measure=measure,
    caption=caption,
    tables=tables,
    plot=plot,
    size=(11.5, 4.8),
)
