"""`counterplay ablate`: what each technique of alpha-beta is worth on a game."""

from counterplay.cli.ablate.command import ablate

__all__ = ["ablate"]
