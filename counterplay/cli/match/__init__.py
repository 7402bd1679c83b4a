"""`counterplay match`: two players against each other, and what the score says."""

from counterplay.cli.match.command import match

__all__ = ["match"]
