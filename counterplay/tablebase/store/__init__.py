"""Solutions and endgame tables on disk."""
