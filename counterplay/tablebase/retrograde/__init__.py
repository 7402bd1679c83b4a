"""Retrograde analysis: endgame tables from the ends of games backwards."""
