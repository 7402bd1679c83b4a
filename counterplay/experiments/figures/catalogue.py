"""All claims by name, in the order of the chapter."""

from __future__ import annotations

from counterplay.experiments.figures import (
    deepening_cost,
    exploiting,
    game_size,
    horizon,
    leaf_counts,
    learned_categories,
    memory,
    metareasoning,
    move_order,
    orders,
    pathology,
    pig,
    probcut_games,
    quiescence,
    replacement,
    search_helps,
    strength_by_depth,
    table_depth,
    table_savings,
    td_lambda,
    visibility,
    worked,
)
from counterplay.experiments.figures.claim import Claim

CLAIMS: dict[str, Claim] = {
    module.CLAIM.name: module.CLAIM
    for module in (
        worked,
        exploiting,
        leaf_counts,
        orders,
        memory,
        deepening_cost,
        table_savings,
        replacement,
        table_depth,
        metareasoning,
        search_helps,
        visibility,
        learned_categories,
        td_lambda,
        pathology,
        game_size,
        move_order,
        quiescence,
        horizon,
        probcut_games,
        strength_by_depth,
        pig,
    )
}
