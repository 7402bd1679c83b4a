"""Talking in lines: others' programs as players, and this engine as a program for others."""
