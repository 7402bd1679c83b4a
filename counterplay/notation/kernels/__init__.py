"""Native code bound to the rules of chess: what games and positions are read and written with."""
