"""Checks of the optional functions of a game, one file for each kind.

Each check takes the game, the findings and positions that occurred in play.
"""

from counterplay.conformance.hooks.calls import check_calls, check_companions
from counterplay.conformance.hooks.chance import check_chance, check_frequencies, check_roller
from counterplay.conformance.hooks.drawing import check_drawing
from counterplay.conformance.hooks.evaluator import check_evaluator
from counterplay.conformance.hooks.exact_scores import check_exact_scores
from counterplay.conformance.hooks.features import check_features
from counterplay.conformance.hooks.hidden import check_hidden
from counterplay.conformance.hooks.moves import check_exchange, check_loud, check_width
from counterplay.conformance.hooks.notation import check_notation
from counterplay.conformance.hooks.passing import check_null
from counterplay.conformance.hooks.states import check_counters, check_keys, check_symmetry
from counterplay.conformance.hooks.tables import check_index

HOOKS = (
    check_companions,
    check_calls,
    check_width,
    check_loud,
    check_exchange,
    check_null,
    check_counters,
    check_symmetry,
    check_index,
    check_exact_scores,
    check_chance,
    check_frequencies,
    check_roller,
    check_evaluator,
    check_features,
    check_hidden,
    check_notation,
    check_drawing,
)

__all__ = ["HOOKS", "check_keys"]
