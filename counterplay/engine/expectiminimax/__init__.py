"""Expectiminimax for two players and chance, with the pruning of Star1 and Star2."""
