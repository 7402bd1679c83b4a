"""The compiled part of checking a game: what its compiled rules answer in a state."""
