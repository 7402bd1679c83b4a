"""Kernels of the figures: plain alpha-beta, and a move order for it."""
