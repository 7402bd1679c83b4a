"""Native code that goes through games whose moves are known to be legal."""
