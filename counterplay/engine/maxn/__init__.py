"""Max^n search for several players and for chance."""
