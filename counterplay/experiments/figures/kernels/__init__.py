"""Compiled code of the figures: plain alpha-beta, and an order of moves for it."""
