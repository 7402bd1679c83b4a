"""Measurements: the effect of each search technique, and the claims of the textbook."""
