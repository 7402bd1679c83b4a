"""Searches that are compiled for a game; none of them knows any game."""

from counterplay.search.choose import search
from counterplay.search.perft import perft

__all__ = ["perft", "search"]
