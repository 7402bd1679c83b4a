"""Belief-state search: plans that win for sure, whatever is hidden."""
