"""What the notes of a log say: patterns that the drawings look for."""

import re

GAMES = re.compile(r"\d+ (games?|visits?)")
"""The start of a note of a Monte Carlo search."""
LOOKED_UP = re.compile(r"\b(before|table)\b")
"""Part of every note about a value that was looked up."""
DEEPENING = re.compile(r"search to depth \d+")
"""The note with which iterative deepening opens the root again."""
