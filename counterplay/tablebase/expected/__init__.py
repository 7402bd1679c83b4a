"""Solve games with chance: the expected payoff of every reachable state, with an error bound."""
