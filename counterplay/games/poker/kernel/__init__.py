"""Kernels of poker. They are bound to a game of hold'em for its tables, and not imported."""
