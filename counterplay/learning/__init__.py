"""Weights of an evaluator, learned from the ends of games.

selfplay.py   positions from games of the engine against itself, and how those ended
counts.py     what each weight is multiplied by in a position, read off the evaluator
regression.py the weights under which the evaluator foretells the ends best
fit.py        all of it, and a report
"""

from counterplay.learning.fit import Fitted, fit

__all__ = ["Fitted", "fit"]
