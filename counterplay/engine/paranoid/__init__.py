"""Paranoid and best-reply search for several players."""
