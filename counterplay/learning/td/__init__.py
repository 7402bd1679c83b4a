"""TD-Gammon: learn to judge positions by playing oneself, one game at a time or many at once."""
