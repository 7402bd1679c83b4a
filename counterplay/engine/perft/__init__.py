"""Perft: count the positions at a given depth."""
