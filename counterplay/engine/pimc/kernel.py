"""The worlds of the player to move, which perfect-information Monte Carlo draws from."""

from counterplay.core.compile.unbound import rules  # noqa: F401 (its parts use them)
from counterplay.engine.hidden.kernel.worlds import WORLD_FIELDS, find_worlds  # noqa: F401 (entry)

CONTEXT = WORLD_FIELDS
