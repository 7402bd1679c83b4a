"""Solve a game by enumerating every reachable state."""
