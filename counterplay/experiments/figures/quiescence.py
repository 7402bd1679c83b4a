"""Claim: material is misleading if a piece can be taken. Two positions with the same material."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.experiments.figures.boards import boards
from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.lookahead import Look, looks, material

POSITIONS = {
    "quiet": "5rk1/p4ppp/1p3n2/2p1q3/8/8/PPPQ2P1/1K5R w - - 0 1",
    "queen attacked": "5rk1/p4ppp/1p3n2/2p1q3/8/8/PPPQ2P1/1K2R3 w - - 0 1",
}
"""White to move. Black is ahead by a knight and two pawns, as in figure 5.8 of the book. The
positions differ only in the rook at the lower right: it is on h1, or on e1 below the queen."""

DEEPER, QUICK_DEEPER = 7, 3
"""The material stays as quiescence search says, this many plies deep."""


@dataclass(frozen=True)
class Case:
    """One of the two positions: its material in pawns, and the result of quiescence search."""

    name: str
    fen: str
    material: float
    followed: Look
    deeper: Look
    """The result of a search some plies deeper."""


@dataclass(frozen=True)
class Data:
    cases: tuple[Case, ...]


def measure(quick: bool, watch: Watch) -> Data:
    cases = []
    for number, (name, fen) in enumerate(POSITIONS.items(), 1):
        found = looks(fen, "quiescence", QUICK_DEEPER if quick else DEEPER)
        cases.append(Case(name, fen, material(fen), found[0], found[-1]))
        watch(number / len(POSITIONS))
    return Data(tuple(cases))


def caption(data: Data) -> str:
    quiet, attacked = data.cases
    return (
        f"White to move. In both positions Black is ahead by a knight and two pawns: the material "
        f"is {quiet.material:+.0f}. They differ only in the rook at the lower right. Quiescence "
        f"search says {quiet.followed.pawns:+.0f} in (a), where nothing can be taken, and "
        f"{attacked.followed.pawns:+.0f} in (b), where {attacked.followed.move} takes the queen. A "
        f"search of {quiet.deeper.depth} plies says {quiet.deeper.pawns:+.0f} and "
        f"{attacked.deeper.pawns:+.0f}."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (case.name, case.fen, f"{case.material:+.0f}", str(case.followed), str(case.deeper))
        for case in data.cases
    )
    heads = ("position", "FEN", "material", "quiescence search", "some plies deeper")
    return [Table("quiescence", "Value for the player to move, in pawns", heads, rows)]


def pictures(data: Data) -> dict[str, str]:
    quiet, attacked = data.cases
    return {
        "quiescence.svg": boards(
            CLAIM.title,
            (
                (f"(a) White to move: material {quiet.material:+.0f}", quiet.fen, ()),
                (
                    f"(b) the rook takes the queen: {attacked.followed.pawns:+.0f}",
                    attacked.fen,
                    (attacked.followed.move,),
                ),
            ),
        )
    }


CLAIM = Claim(
    name="quiescence",
    title="Count material only in quiet positions",
    text="Of two positions with the same material, one can be won and the other lost, because a "
    "queen is about to be taken. Evaluate only positions without such moves (Shannon 1950; Russell "
    "and Norvig, figure 5.8).",
    measure=measure,
    caption=caption,
    tables=tables,
    pictures=pictures,
)
