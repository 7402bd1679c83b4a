"""The compiled part of retrograde analysis."""
