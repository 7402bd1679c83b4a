"""`counterplay match` and `tournament`: players against each other, and what the score says."""

from counterplay.cli.match.command import match
from counterplay.cli.match.tournament import tournament

__all__ = ["match", "tournament"]
