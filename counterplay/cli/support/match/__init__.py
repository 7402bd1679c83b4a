"""Options and output of matches and tournaments."""
