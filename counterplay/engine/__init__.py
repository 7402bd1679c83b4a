"""Searches that are compiled for a game; none of them knows any game."""
