"""Ablation: what each technique of alpha-beta is worth in a game."""

from counterplay.experiments.ablation.result import Ablation, Row
from counterplay.experiments.ablation.run import ablate

__all__ = ["Ablation", "Row", "ablate"]
