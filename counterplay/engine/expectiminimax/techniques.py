"""The techniques of expectiminimax, one row each. Settings and docs come from these rows.

All of them only save work: the value of a position stays the same.
"""

from __future__ import annotations

from counterplay.engine import technique
from counterplay.engine.expectiminimax.kernel import switches


class Technique(technique.Technique):
    """One technique of expectiminimax."""

    @property
    def bit(self) -> int:
        """The bit of `ctx.use` by which a kernel knows that the technique is on."""
        return int(getattr(switches, self.name.upper()))


ROWS = (
    Technique("star1", "Skip outcomes once their mean must be outside the window (Star1)."),
    Technique("star2", "Before that, search the first move of each outcome (Star2)."),
    Technique("transposition_table", "Look positions up that were searched before."),
    Technique("order", "Sort moves by the game's own `order`.", hook="order"),
    Technique(
        "evaluation_order",
        "Sort moves by the static evaluation after them, if the game has no `order`.",
        evaluator=True,
    ),
    Technique(
        "replies",
        "Without another order, first try the best reply to the same roll in the state before.",
    ),
    Technique("bounds", "Prune by the bounds that the game proves.", hook="bounds"),
)

TECHNIQUES = {row.name: row for row in ROWS}
"""All techniques by name."""
