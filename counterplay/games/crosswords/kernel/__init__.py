"""Kernels of crosswords. They are bound to a game for its board, tiles and words."""
