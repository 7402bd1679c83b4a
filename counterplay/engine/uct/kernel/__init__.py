"""Monte Carlo tree search: UCT and its parts, bound to a game as one kernel."""
