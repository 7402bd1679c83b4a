"""The compiled parts of rollouts, bound to a game together."""
