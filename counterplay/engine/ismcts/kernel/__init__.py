"""The kernel of information-set Monte Carlo tree search. It is bound to a game, not imported."""
