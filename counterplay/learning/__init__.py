"""Learn the weights of an evaluator from the results of games.

selfplay.py      positions from self-play games, with the results of those games
gpu_selfplay.py  the same on a GPU
counts.py        the features of a position: what the evaluator multiplies each weight by
regression.py    the weights that predict the results best
fit.py           all steps together
"""

from counterplay.learning.fit import Fitted, fit

__all__ = ["Fitted", "fit"]
