"""Kernels: plays of many games at once, their inputs for networks, and training game by game."""
