"""The compiled part of proof-number search."""
