"""Bearoff tables: the rolls of one side, and the equities of both, with and without the cube."""
