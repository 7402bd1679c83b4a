"""The numbers of alpha-beta, one row each: margins, reductions, depths.

Settings, the docs and `counterplay tune` all come from these rows. To add a number: add a row here
and a field with its name in the kernel file that reads it. The kernel has it in UNIT-ths, as a
whole number.
"""

from __future__ import annotations

from dataclasses import dataclass

UNIT = 1024


@dataclass(frozen=True)
class Number:
    """One number of the search: its default, its range, and one sentence about it."""

    name: str
    default: float
    low: float
    high: float
    about: str

    def share_of(self, value: float) -> float:
        """Where a value lies in the range, from 0 to 1."""
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def value_of(self, share: float) -> float:
        """The value at a share of the range, in thousandths: the kernel tells no more apart."""
        return round(self.low + share * (self.high - self.low), 3)


ROWS = (
    Number("reduction_base", 0.3, -1, 2, "Plies by which every late move is reduced."),
    Number(
        "reduction_slope", 0.5, 0, 2, "Plies of reduction for ln(depth) × ln(number of the move)."
    ),
    Number(
        "reduction_history", 1.8, 0, 4, "Plies of reduction less for a move of the best history."
    ),
    Number("reduction_cut", 1, 0, 4, "Plies of reduction more where a cutoff is expected."),
    Number(
        "reduction_falling", 1, 0, 4, "Plies of reduction more if the evaluation is not rising."
    ),
    Number("reduction_killer", 1, 0, 4, "Plies of reduction less for a killer."),
    Number("futility_margin", 1.1, 0.1, 8, "Margins of `futility` for each ply of depth."),
    Number("futility_depth", 8, 1, 32, "Greatest depth of `futility`."),
    Number("razoring_margin", 3, 0.5, 16, "Margins of `razoring` for each ply of depth."),
    Number("null_reduction", 2, 1, 8, "Plies by which a null move is reduced, at least."),
    Number("null_verified", 12, 3, 64, "Least depth at which a null move is verified."),
    Number("late_moves", 4, 1, 32, "Moves that `late_move_pruning` keeps, at least."),
    Number("late_slope", 1.5, 0, 8, "Moves that it keeps more, times the square of the depth."),
    Number(
        "exchange_margin",
        0.25,
        0,
        8,
        "Margins that a late quiet move may lose, times the square of the depth after it.",
    ),
    Number(
        "delta_margin",
        3.5,
        0.5,
        64,
        "Margins by which a noisy move may be short of the window in quiescence search.",
    ),
    Number("singular_margin", 0.05, 0, 1, "Margins of a singular move for each ply of depth."),
    Number("singular_depth", 6, 3, 32, "Least depth of a singular extension."),
    Number("aspiration_width", 0.15, 0.05, 8, "Margins on each side of the aspiration window."),
)

NUMBERS = {number.name: number for number in ROWS}
"""All numbers by name."""
