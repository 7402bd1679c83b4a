"""Numbers about the outcomes of chance nodes that the kernel and its settings share."""

MOST_SAMPLES = 64
"""The most outcomes to draw where a game cannot list them."""
