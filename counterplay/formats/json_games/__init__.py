"""Games in JSON, as this program writes them: JSON lines, matches, saved games."""
