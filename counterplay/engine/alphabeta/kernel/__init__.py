"""The compiled parts of alpha-beta, one file for each technique, bound to a game together."""
