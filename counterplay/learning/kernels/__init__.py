"""The compiled part of learning: games of the engine against itself, and features of states."""
