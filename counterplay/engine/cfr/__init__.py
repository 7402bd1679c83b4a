"""Counterfactual regret minimisation: equilibria of games with hidden information."""
