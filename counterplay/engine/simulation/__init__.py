"""Simulation: the best moves by a simple choice are played on, against what may be hidden."""
