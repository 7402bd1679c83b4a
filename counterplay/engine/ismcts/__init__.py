"""Information-set Monte Carlo tree search, for games with hidden information."""
