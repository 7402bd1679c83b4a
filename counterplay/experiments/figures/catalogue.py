"""All claims by name, in the order of the chapter."""

from __future__ import annotations

from counterplay.experiments.figures import (
    article_trees,
    deep_cutoff,
    deepening_cost,
    dice_pruning,
    fallible,
    game_graph,
    game_size,
    game_tree,
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
    slides_trees,
    strength_by_depth,
    table_savings,
    unseen_leaves,
    worked,
)
from counterplay.experiments.figures.claim import Claim

CLAIMS: dict[str, Claim] = {
    module.CLAIM.name: module.CLAIM
    for module in (
        game_tree,
        worked,
        fallible,
        unseen_leaves,
        deep_cutoff,
        article_trees,
        slides_trees,
        game_graph,
        numbers,
        reach,
        dice_pruning,
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
