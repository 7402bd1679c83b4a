"""Tuning: better numbers for a search, found by playing matches."""
