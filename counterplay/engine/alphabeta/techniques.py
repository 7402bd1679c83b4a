"""The techniques of alpha-beta, one row each.

Settings, error messages, the table in the docs and the ablation all come from these rows. To add
a technique: add a row here and its bit in `kernel/switches.py`, and test the bit in the kernel
file that does the work.
"""

from __future__ import annotations

from counterplay.engine import technique
from counterplay.engine.alphabeta.kernel import switches


class Technique(technique.Technique):
    """One technique of alpha-beta."""

    @property
    def bit(self) -> int:
        """The bit of `ctx.use` by which a kernel knows that the technique is on."""
        return int(getattr(switches, self.name.upper()))

    @property
    def is_selective(self) -> bool:
        """Whether it searches some moves deeper, less deep or not at all."""
        return bool(self.bit & switches.SELECTIVE)


ROWS = (
    Technique("scout", "Principal variation search: search later moves with a null window first."),
    Technique("aspiration", "Search with a window around the value of the previous depth."),
    Technique("transposition_table", "Look positions up that were searched before."),
    Technique("deeper_entries", "Accept table entries of searches deeper than the current one."),
    Technique(
        "history_keys",
        "Include the game history in the table key when repetition rules apply.",
    ),
    Technique("enhanced_cutoffs", "Look all successors up in the table before searching any."),
    Technique("bounds", "Cut off by the bounds that the game proves.", hook="bounds"),
    Technique(
        "sufficient_moves",
        "Search only the moves that the game calls sufficient.",
        hook="sufficient_moves",
    ),
    Technique("symmetry", "Share one table entry between symmetric positions.", hook="canonical"),
    Technique("order", "Sort moves by the game's own `order`.", hook="order"),
    Technique(
        "evaluation_order",
        "Sort moves by the static evaluation after them, if the game has no `order`.",
        evaluator=True,
    ),
    Technique("killers", "Try moves early that caused a cutoff at this ply."),
    Technique("history", "Try moves early that caused a cutoff anywhere."),
    Technique("countermoves", "Try moves early that refuted the opponent's last move before."),
    Technique(
        "internal_iterative_deepening", "Search less deep first if the table has no move to try."
    ),
    Technique("quiescence", "Follow noisy moves beyond the horizon.", hook="noisy", evaluator=True),
    Technique(
        "quiescence_table",
        "Look positions up and store them in quiescence search, too.",
        hook="noisy",
        evaluator=True,
    ),
    Technique(
        "bias",
        "Correct the evaluation for the side that has just moved.",
        evaluator=True,
        default=False,
    ),
    Technique(
        "singular_extensions",
        "Search a move one ply deeper that is far better than all others.",
        evaluator=True,
    ),
    Technique(
        "check_extensions", "Search a move one ply deeper that gives check.", hook="in_check"
    ),
    Technique("late_move_reductions", "Search moves late in the order less deep.", evaluator=True),
    Technique(
        "late_move_pruning",
        "Near the horizon, skip quiet moves late in the order.",
        evaluator=True,
        default=False,
    ),
    Technique(
        "exchange_pruning",
        "Near the horizon, skip moves that lose too much by an exchange or win too little.",
        hook="exchange",
        evaluator=True,
    ),
    Technique(
        "null_move", "Cut off if passing is good enough already.", hook="null", evaluator=True
    ),
    Technique(
        "futility",
        "Near the horizon, cut off if the evaluation is far outside the window.",
        evaluator=True,
    ),
    Technique(
        "razoring",
        "Near the horizon, give a state up that is far below the window even after captures.",
        hook="noisy",
        evaluator=True,
    ),
    Technique(
        "probcut",
        "Cut off if a shallow search predicts it; needs a calibration.",
        evaluator=True,
    ),
)

TECHNIQUES = {row.name: row for row in ROWS}
"""All techniques by name."""
