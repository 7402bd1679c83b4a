"""All claims, in the order of the chapter."""

from __future__ import annotations

from counterplay.figures import (
    deepening_cost,
    leaf_counts,
    learned_categories,
    memory,
    orders,
    pathology,
    search_helps,
    table_savings,
    worked,
)
from counterplay.figures.claim import Claim

CLAIMS: dict[str, Claim] = {
    module.CLAIM.name: module.CLAIM
    for module in (
        worked,
        leaf_counts,
        orders,
        memory,
        deepening_cost,
        table_savings,
        search_helps,
        learned_categories,
        pathology,
    )
}
