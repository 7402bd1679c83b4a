"""GTP, the Go Text Protocol, version 2: for any board game of two players."""
