"""The compiled parts of expectiminimax, bound to a game together."""
