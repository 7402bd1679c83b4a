"""Rollouts: the value of a position from games that the engine plays against itself."""
