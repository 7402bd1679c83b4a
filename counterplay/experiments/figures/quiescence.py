"""Claim: material is misleading if a piece can be taken. Two positions with the same material."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.lookahead import Look, looks, material

POSITIONS = {
    "quiet": "6k1/1q3ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "queen attacked": "6k1/1q3ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1",
}
"""White to move, a rook against a queen. The rook is on a1, or on b1 below the queen."""


@dataclass(frozen=True)
class Case:
    """One of the two positions: its material in pawns, and the result of quiescence search."""

    name: str
    fen: str
    material: float
    followed: Look


@dataclass(frozen=True)
class Data:
    cases: tuple[Case, ...]


def measure(quick: bool, watch: Watch) -> Data:
    cases = []
    for number, (name, fen) in enumerate(POSITIONS.items(), 1):
        cases.append(Case(name, fen, material(fen), looks(fen, "quiescence", 1)[0]))
        watch(number / len(POSITIONS))
    return Data(tuple(cases))


def caption(data: Data) -> str:
    quiet, attacked = data.cases
    return (
        f"White to move, a rook against a queen: in both positions the material is "
        f"{quiet.material:+.0f} pawns. Quiescence search says {quiet.followed.pawns:+.0f} in the "
        f"quiet position ({quiet.fen}) and {attacked.followed.pawns:+.0f} in the position where "
        f"the rook takes the queen ({attacked.fen})."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (case.name, case.fen, f"{case.material:+.0f}", str(case.followed)) for case in data.cases
    )
    heads = ("position", "FEN", "material", "quiescence search")
    return [Table("quiescence", "Value for the player to move, in pawns", heads, rows)]


CLAIM = Claim(
    name="quiescence",
    title="Count material only in quiet positions",
    text="Of two positions with the same material, one can be won and the other lost, because a "
    "queen is about to be taken. Evaluate only positions without such moves (Shannon 1950).",
    measure=measure,
    caption=caption,
    tables=tables,
)
