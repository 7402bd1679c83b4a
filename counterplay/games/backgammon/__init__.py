"""Backgammon, with the doubling cube and matches."""
