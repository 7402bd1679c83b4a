"""The algorithms of the textbook, to be read beside the book; plain Python, on any game."""

from counterplay.textbook.alphabeta import alphabeta
from counterplay.textbook.decision import Decision
from counterplay.textbook.log import Visit
from counterplay.textbook.minimax import minimax

__all__ = ["Decision", "Visit", "alphabeta", "minimax"]
