"""Kernels of blueprints. They are bound to a game of hold'em, and not imported."""
