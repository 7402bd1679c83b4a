"""The parts of alpha-beta, each about one matter; bound to a game together."""
