"""What each technique of alpha-beta is worth on a game: the search with and without it."""

from counterplay.experiments.ablation.result import Ablation, Row
from counterplay.experiments.ablation.run import ablate

__all__ = ["Ablation", "Row", "ablate"]
