"""Claim: the horizon effect. A bishop is lost, and checks push the loss beyond the depth limit."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.experiments.figures.claim import Cell, Claim, Table, Watch
from counterplay.experiments.figures.lookahead import KINDS, Look, looks, material

POSITION = "R6b/3k2p1/3p4/4p3/5p2/7P/P5K1/8 b - - 0 1"
"""Black to move. The bishop on h8 cannot escape, and the rook takes it next. Each check by a pawn
(f3, then e4, then d5) delays this by two plies and costs the pawn."""

DEEPEST = 8


@dataclass(frozen=True)
class Data:
    material: float
    looks: dict[str, tuple[Look, ...]]

    def fooled(self, kind: str) -> list[int]:
        """Return the depths at which a search gives up a pawn with check."""
        return [look.depth for look in self.looks[kind] if look.move.endswith("+")]


def measure(quick: bool, watch: Watch) -> Data:
    results = {}
    for number, kind in enumerate(KINDS, 1):
        results[kind] = looks(POSITION, kind, DEEPEST)
        watch(number / len(KINDS))
    return Data(material(POSITION), results)


def caption(data: Data) -> str:
    shown = ", ".join(f"{kind} {max(data.fooled(kind), default=0)}" for kind in data.looks)
    truth = data.looks["quiescence and extensions"][-1]
    return (
        f"Black to move in {POSITION}; material is even, and the bishop is lost: "
        f"{truth.pawns:+.0f} pawns. A search gives up a pawn for nothing if its depth limit lies "
        f"after the check and before the loss. The greatest depth at which this happens, by kind "
        f"of search: {shown}."
    )


def tables(data: Data) -> list[Table]:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (depth, *(str(seen[depth - 1]) for seen in data.looks.values()))
        for depth in range(1, DEEPEST + 1)
    )
    title = "Best move and its value in pawns"
    return [Table("horizon", title, ("plies", *data.looks), rows)]


CLAIM = Claim(
    name="horizon",
    title="A search to a fixed depth pushes unavoidable losses beyond its horizon",
    text="Delaying moves push an unavoidable loss beyond the depth of the search, so the search "
    "takes them for good moves (Berliner 1973). Extensions for singular moves and checks correct "
    "this.",
    measure=measure,
    caption=caption,
    tables=tables,
)
