"""Othello on any even board."""
