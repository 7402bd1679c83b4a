"""All claims by name, in the order of the chapter."""

from __future__ import annotations

from counterplay.experiments.figures import (
    deepening_cost,
    game_size,
    horizon,
    leaf_counts,
    learned_categories,
    memory,
    move_order,
    numbers,
    orders,
    pathology,
    pig,
    quiescence,
    reach,
    search_helps,
    strength_by_depth,
    table_savings,
    worked,
)
from counterplay.experiments.figures.claim import Claim

CLAIMS: dict[str, Claim] = {
    module.CLAIM.name: module.CLAIM
    for module in (
        worked,
        numbers,
        reach,
        leaf_counts,
        orders,
        memory,
        deepening_cost,
        table_savings,
        search_helps,
        learned_categories,
        pathology,
        game_size,
        move_order,
        quiescence,
        horizon,
        strength_by_depth,
        pig,
    )
}
