"""Two positions with the same material, in one of which a queen can be taken at once."""

from __future__ import annotations

from dataclasses import dataclass

from counterplay.experiments.figures.claim import Claim, Table, Watch
from counterplay.experiments.figures.lookahead import Look, looks, material

POSITIONS = {
    "quiet": "6k1/1q3ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
    "queen attacked": "6k1/1q3ppp/8/8/8/8/5PPP/1R4K1 w - - 0 1",
}
"""White to move has a rook against a queen; the rook stands on a1, or on b1 below the queen."""


@dataclass(frozen=True)
class Case:
    """One of the two positions, its worth in pawns by what stands on the board, and what a search
    of one ply says that follows captures to their end.
    """

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
        f"White to move, a rook against a queen: material says {quiet.material:+.0f} pawns of "
        f"both positions. Following captures to their end says {quiet.followed.pawns:+.0f} of the "
        f"quiet one ({quiet.fen}) and {attacked.followed.pawns:+.0f} of the one in which the rook "
        f"takes the queen ({attacked.fen})."
    )


def tables(data: Data) -> list[Table]:
    rows = tuple(
        (case.name, case.fen, f"{case.material:+.0f}", str(case.followed)) for case in data.cases
    )
    heads = ("position", "FEN", "material", "captures followed")
    return [Table("quiescence", "What the side to move has, in pawns", heads, rows)]


CLAIM = Claim(
    name="quiescence",
    title="Material is worth counting only in quiet positions",
    text="Two positions can have the same material where one is won and the other is lost, "
    "because a queen is about to be taken; an evaluation is for positions without such moves "
    "(Shannon 1950).",
    measure=measure,
    caption=caption,
    tables=tables,
)
