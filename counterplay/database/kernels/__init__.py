"""Kernels of the database. They expect games whose moves are legal."""
