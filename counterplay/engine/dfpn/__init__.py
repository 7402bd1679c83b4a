"""Depth-first proof-number search: who wins, proven."""
