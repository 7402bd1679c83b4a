"""Native code of the bridges: the rules of a game, one step at a time."""
