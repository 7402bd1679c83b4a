"""Sizes that the kernel of rollouts and its driver share."""

BATCH = 256
"""The most games of one call."""
MOST_STRATA = 64
"""The most parts into which the chances of a roll are divided."""
STRATIFIED_ROLLS = 2
"""The first rolls of a game, which are spread evenly over the games."""
EVERY_ROLL = 2**62
"""A truncation that no game reaches."""
