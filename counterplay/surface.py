"""The public names of the package, and all that they need.

Only `counterplay` itself imports this, when one of the names is first asked for.
"""

from counterplay import textbook
from counterplay.check import check
from counterplay.core import bits
from counterplay.core.drawings import Cards, Grid, Points
from counterplay.core.errors import CounterplayError, GameError, InputError, UnfitError
from counterplay.core.evaluator import Evaluator
from counterplay.core.facts import CHANCE, SIMULTANEOUS, Facts, parameter, setting
from counterplay.core.game import Game
from counterplay.core.limits import Limit
from counterplay.core.loader import load_evaluator
from counterplay.core.position import Position
from counterplay.core.results import Result
from counterplay.games import load
from counterplay.search.choose import Engine, engine, search
from counterplay.search.many import search_many
from counterplay.search.perft import perft
from counterplay.search.ponder import Ponder
from counterplay.search.probes import Endgames, MoveBook
from counterplay.solve import Table, Tables, build_tables, solve

__all__ = [
    "CHANCE",
    "SIMULTANEOUS",
    "Cards",
    "CounterplayError",
    "Endgames",
    "Engine",
    "Evaluator",
    "Facts",
    "Game",
    "GameError",
    "Grid",
    "InputError",
    "Limit",
    "MoveBook",
    "Points",
    "Ponder",
    "Position",
    "Result",
    "Table",
    "Tables",
    "UnfitError",
    "bits",
    "build_tables",
    "check",
    "engine",
    "load",
    "load_evaluator",
    "parameter",
    "perft",
    "search",
    "search_many",
    "setting",
    "solve",
    "textbook",
]
