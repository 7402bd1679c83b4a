"""Measurements: what techniques are worth, and the claims of the textbook."""
