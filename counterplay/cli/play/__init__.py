"""A game in the terminal: the command, the session that runs it, and saved games."""

from counterplay.cli.play.command import play

__all__ = ["play"]
