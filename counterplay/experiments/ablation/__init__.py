"""Ablation: what each technique of a search is worth in a game."""

from counterplay.experiments.ablation.result import Ablation, Row
from counterplay.experiments.ablation.run import ablate

__all__ = ["Ablation", "Row", "ablate"]
