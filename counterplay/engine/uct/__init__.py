"""Monte Carlo tree search (UCT) and flat Monte Carlo."""
