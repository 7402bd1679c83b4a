"""Numbers that the texts state, worked out again: one file a subject."""
