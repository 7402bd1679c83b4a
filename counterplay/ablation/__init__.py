"""What each technique of alpha-beta is worth on a game: the search with and without it."""

from counterplay.ablation.result import Ablation, Row
from counterplay.ablation.run import ablate

__all__ = ["Ablation", "Row", "ablate"]
